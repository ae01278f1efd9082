import type { PoolClient } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

/** One unit of work's transaction. It takes a connection at its first write, not before. */
export class Transaction {
  private runner: QueryRunner | null = null;
  private client: PoolClient | null = null;
  private ended = false;

  constructor(private readonly dataSource: DataSource) {}

  /** The connection on which reads see the unit's own writes; null before the first write and after the end. */
  openClient(): PoolClient | null {
    return this.client;
  }

  async begin(): Promise<PoolClient> {
    if (this.ended) throw new Error('a write after its unit of work had ended');
    if (this.client) return this.client;
    this.runner = this.dataSource.createQueryRunner();
    // TypeORM types the connection as `any`; with the `pg` package it is a pool client.
    const client = (await this.runner.connect()) as PoolClient;
    await this.runner.startTransaction();
    this.client = client;
    return client;
  }

  async commit(): Promise<void> {
    const runner = this.end();
    try {
      await runner?.commitTransaction();
    } finally {
      await runner?.release();
    }
  }

  /** Does nothing when the unit has ended, or never began. */
  async rollback(): Promise<void> {
    const runner = this.end();
    try {
      if (runner?.isTransactionActive) await runner.rollbackTransaction();
    } finally {
      await runner?.release();
    }
  }

  private end(): QueryRunner | null {
    const { runner } = this;
    this.runner = null;
    this.client = null;
    this.ended = true;
    return runner;
  }
}
