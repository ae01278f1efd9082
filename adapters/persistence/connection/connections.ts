import type { Pool, PoolClient } from 'pg';
import { isReadOnly } from '../../system-errors.js';
import { within } from '../../time-limit.js';
import { CONNECT_MS, hasShortLimit, noServerLimits, resetLimit, type Deadline } from './timed-query.js';
import { isLost, isStalePlan, NotBegun } from './database-errors.js';

/**
 * The pool is renewed at most once in this time. While the database is read-only, every write fails, and without this limit each
 * failed write would renew the pool.
 */
const RENEW_EVERY_MS = 250;

/** The connections of the pool. They are taken with a deadline, and only good ones are given back to be used again. */
export class Connections {
  /** Connections that were opened after the last `renew`. Null: there was no `renew` yet. */
  private fresh: WeakSet<PoolClient> | null = null;
  private mayRenewAt = 0;

  constructor(private readonly pool: Pool) {
    pool.on('connect', (client) => {
      this.fresh?.add(client);
    });
  }

  /**
   * Takes a connection from the pool before the deadline of a call. The pool itself waits for CONNECT_MS, which is as long as a
   * call that has just begun may wait. A call that has already waited has less time left, so it stops waiting earlier.
   */
  take(by: Deadline): Promise<PoolClient> {
    const left = by - performance.now();
    return this.pool.idleCount > 0 || left > CONNECT_MS ? this.pool.connect() : this.takeWithin(left);
  }

  /**
   * Gives the connection back to the pool. A connection that must not be used again is closed.
   * @param error the error of the work on this connection; null: nothing went wrong
   */
  giveBack(client: PoolClient, error: unknown): void {
    if (error !== null) this.judge(client, error);
    const isBad = isLost(error) || this.isOutdated(client);
    if (isBad || !hasShortLimit(client)) client.release(isBad);
    else
      resetLimit(client).then(
        () => {
          client.release();
        },
        () => {
          client.release(true);
        },
      );
  }

  async onOwnConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query(noServerLimits(''));
      return await work(client);
    } finally {
      client.release(true);
    }
  }

  async *streamOnOwnConnection<T>(work: (client: PoolClient) => AsyncIterable<T>): AsyncGenerator<T> {
    const client = await this.pool.connect();
    try {
      await client.query(noServerLimits(''));
      yield* work(client);
    } finally {
      client.release(true);
    }
  }

  /** Renews the pool after an error that every older connection would give, too: an outdated plan or a read-only database. */
  private judge(client: PoolClient, error: unknown): void {
    if (isStalePlan(error) && !this.isOutdated(client)) this.renew();
    if (!isReadOnly(error)) return;
    this.fresh?.delete(client);
    if (performance.now() >= this.mayRenewAt) this.renew();
  }

  /** True for a connection that was opened before the last `renew`. It is closed as soon as it is given back. */
  private isOutdated(client: PoolClient): boolean {
    return this.fresh !== null && !this.fresh.has(client);
  }

  /** Closes every connection that is open now: an idle one at once, any other one when it is given back. */
  renew(): void {
    this.mayRenewAt = performance.now() + RENEW_EVERY_MS;
    this.fresh = new WeakSet();
    for (let idle = this.pool.idleCount; idle > 0; idle -= 1) {
      this.pool.connect().then(
        (client) => {
          client.release(true);
        },
        () => undefined, // the pool gave no connection, so there is nothing to close
      );
    }
  }

  private async takeWithin(ms: number): Promise<PoolClient> {
    const taken = this.pool.connect();
    try {
      return await within(ms, taken, () => {
        throw new NotBegun();
      });
    } catch (error) {
      taken.then(
        (client) => {
          client.release();
        },
        () => undefined,
      ); // a connection that arrives late goes back to the pool
      throw error;
    }
  }
}
