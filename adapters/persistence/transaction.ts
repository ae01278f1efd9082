import type { Pool, PoolClient } from 'pg';
import { ask } from './ask.js';
import { isUnavailable } from './database-errors.js';

/**
 * One unit of work's transaction. It takes a connection at its first write, not before. Not TypeORM's: that would wait for
 * ever on a connection that died without a word.
 */
export class Transaction {
  private begun: Promise<PoolClient> | null = null;
  private client: PoolClient | null = null;
  private ended = false;

  constructor(private readonly pool: Pool) {}

  /** The connection on which reads see the unit's own writes; null before the first write and after the end. */
  openClient(): PoolClient | null {
    return this.client;
  }

  async begin(): Promise<PoolClient> {
    if (this.ended) throw new Error('a write after its unit of work had ended');
    this.begun ??= this.open();
    return this.begun;
  }

  async commit(): Promise<void> {
    const client = this.end();
    if (!client) return;
    try {
      await ask(client, { text: 'commit' });
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
  }

  /**
   * Does nothing when the unit has ended, or never began.
   * @param reason why; what a lost connection had begun the server rolls back by itself
   */
  async rollback(reason: unknown): Promise<void> {
    const client = this.end();
    if (!client) return;
    const rolledBack = !isUnavailable(reason) && (await ask(client, { text: 'rollback' }).then(yes, no));
    client.release(!rolledBack);
  }

  private async open(): Promise<PoolClient> {
    const client = await this.pool.connect();
    this.client = client;
    await ask(client, { text: 'begin' });
    return client;
  }

  private end(): PoolClient | null {
    const { client } = this;
    this.client = null;
    this.ended = true;
    return client;
  }
}

const yes = (): boolean => true;
const no = (): boolean => false;
