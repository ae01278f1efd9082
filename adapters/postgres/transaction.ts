// Buys: P1: all writes of a unit of work are stored, or none, and a caught error of one of them cannot change that.
import type { ClientBase, PoolClient } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { meaningOf } from './database-errors.js';
import { ignore } from './pool.js';

/** A connection that was taken for some work. */
export interface Lease {
  readonly client: ClientBase;
  /** Called once, with how the work failed; null: it did not. */
  readonly end: (error: unknown) => void;
}

/** A connection of TypeORM's pool. The repositories of the runner's manager work on it, too. */
export interface UnitLease extends Lease {
  readonly runner: QueryRunner;
}

export async function lentBy(dataSource: DataSource): Promise<UnitLease> {
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as PoolClient; // safe: TypeORM's driver for PostgreSQL is pg
  const end = (error: unknown): void => {
    if (meaningOf(error)?.close) client.end().catch(ignore); // a pool keeps no client that has ended
    void runner.release();
  };
  return { client, runner, end };
}

/** The transaction of one unit of work. It takes a connection when the first write comes. */
export class Transaction {
  /** The error that ended the unit. Null: none has. It may be another error than the one that the unit's work threw. */
  failure: unknown = null;
  private begun: Promise<UnitLease> | null = null;
  private lease: UnitLease | null = null;
  private state: 'open' | 'stored' | 'undone' = 'open';

  constructor(
    private readonly take: (first: string) => Promise<UnitLease>,
    /** true: the work of the unit ran before, and was ended by others */
    readonly isAgain = false,
  ) {}

  /** True while reads must run in the transaction, to see the unit's own writes. */
  get hasBegun(): boolean {
    return this.lease !== null;
  }

  /** @param first the name of the statement that needs the transaction first; '': something else does */
  async begin(first = ''): Promise<UnitLease> {
    this.requireOpen();
    const lease = await (this.begun ??= this.open(first));
    this.requireOpen(); // it may have ended while it waited for its connection
    return lease;
  }

  /**
   * Stores the writes of the unit.
   * @returns false: the unit has written nothing
   * @throws Error when a part of the unit has failed, even if its error was caught: without that part, nothing is stored
   */
  async commit(): Promise<boolean> {
    if (this.state === 'undone') throw new Error('a part of this unit of work failed, so nothing of it is stored');
    const { hasBegun } = this;
    await this.end('stored');
    return hasBegun;
  }

  /** Ends the unit, so that nothing of it is stored and no write can follow. Does nothing when the unit has already ended. */
  async rollback(reason: unknown): Promise<void> {
    if (this.state !== 'open') return;
    this.failure = reason;
    await this.end('undone').catch(() => undefined); // PostgreSQL rolls back what a closed connection had
  }

  private async open(first: string): Promise<UnitLease> {
    const lease = await this.take(first);
    try {
      this.requireOpen();
    } catch (error) {
      lease.end(null);
      throw error;
    }
    this.lease = lease;
    await lease.runner.startTransaction();
    return lease;
  }

  private requireOpen(): void {
    if (this.state !== 'open') throw new Error('a write came after its unit of work had ended');
  }

  private async end(state: 'stored' | 'undone'): Promise<void> {
    const { lease } = this;
    this.lease = null;
    this.state = state;
    if (!lease) return;
    let { failure } = this;
    try {
      if (state === 'stored') await lease.runner.commitTransaction();
      else if (!meaningOf(failure)?.close) await lease.runner.rollbackTransaction();
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      lease.end(failure);
    }
  }
}
