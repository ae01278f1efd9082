import type { PoolClient } from 'pg';
import { isReadOnly } from '../../system-errors.js';
import { within } from '../../time-limit.js';
import { CONNECT_MS, hasShortLimit, noServerLimits, resetLimit, type Deadline } from './timed-query.js';
import { isLost, isStalePlan, NotBegun } from './database-errors.js';
import type { ServicePool } from './pool.js';

/**
 * After a renewal, a read-only error or a stale plan renews the pool again only when this time has passed. While the database is
 * read-only, every write fails, and while many migrations run, plans are stale again and again. Without this limit each such
 * error would renew the pool.
 */
const RENEW_EVERY_MS = 250;

/** Takes connections from the pool, and gives them back. A connection that must not be used again is closed instead. */
export class Connections {
  /** The connections that were opened after the last `renew` and have given no read-only error. Null before the first `renew`. */
  private fresh: WeakSet<PoolClient> | null = null;
  private mayRenewAt = 0;

  constructor(private readonly pool: ServicePool) {
    pool.on('connect', (client) => {
      this.fresh?.add(client);
    });
  }

  /**
   * Takes a connection from the pool, at the latest at the deadline of the call. The pool itself stops waiting after CONNECT_MS.
   * A call that has less time left stops waiting at its deadline.
   */
  take(by: Deadline): Promise<PoolClient> {
    const left = by - performance.now();
    return this.pool.idleCount > 0 || left > CONNECT_MS ? this.pool.connect() : this.takeWithin(left);
  }

  /**
   * Gives the connection back to the pool, or closes it if it must not be used again.
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

  /** Renews all connections after an error of a pipelined one that the others would give, too. */
  judgePipelined(error: unknown): void {
    if ((isStalePlan(error) || isReadOnly(error)) && performance.now() >= this.mayRenewAt) this.renew();
  }

  /** Renews the pool after an error that its other connections would give, too: an outdated plan or a read-only database. */
  private judge(client: PoolClient, error: unknown): void {
    if (isReadOnly(error)) this.fresh?.delete(client);
    else if (!isStalePlan(error) || this.isOutdated(client)) return;
    if (performance.now() >= this.mayRenewAt) this.renew();
  }

  /**
   * True for a connection that must be closed when it is given back: it was opened before the last `renew`, or has given a
   * read-only error.
   */
  private isOutdated(client: PoolClient): boolean {
    return this.fresh !== null && !this.fresh.has(client);
  }

  /** Closes every connection that is open now: the idle ones at once, the others when they have answered. */
  renew(): void {
    this.pool.pipelined.renew();
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
