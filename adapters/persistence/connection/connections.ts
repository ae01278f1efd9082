import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { isReadOnly } from '../../system-errors.js';
import { within } from '../../time-limit.js';
import {
  answerWithin,
  BEGIN,
  CONNECT_MS,
  hasShortLimit,
  limitBehindPooler,
  limitedQuery,
  queryWithin,
  NO_DEADLINE,
  noServerLimits,
  resetLimit,
  type Deadline,
} from './timed-query.js';
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
  /** so often `renew` was called */
  private renewals = 0;

  constructor(private readonly pool: ServicePool) {
    pool.on('connect', (client) => {
      this.fresh?.add(client);
    });
  }

  /**
   * Takes a connection from the pool. While there is none, the parties take turns. A call waits for CONNECT_MS at most; one that
   * has less time left waits until its deadline. Work without a deadline gets a session of the database.
   * @param party the shop of the call, see `partyOf`
   */
  async take(by: Deadline, party: string): Promise<PoolClient> {
    const turn = this.pool.slots.enter(party);
    if (turn) await this.wait(turn, by);
    try {
      return await this.connect(by);
    } catch (error) {
      this.pool.slots.leave();
      throw error;
    }
  }

  /**
   * Runs a statement outside of a transaction, which the server itself ends before the deadline.
   * @throws NotBegun when too little time is left
   */
  run<Row extends QueryResultRow>(client: PoolClient, query: QueryConfig, by: Deadline): Promise<QueryResult<Row>> {
    if (!this.pool.isPooled || by === NO_DEADLINE) return limitedQuery<Row>(client, query, by, '');
    const answerMs = answerWithin(by, performance.now());
    return queryWithin<Row>(client, this.prepared(query), answerMs, limitBehindPooler(answerMs));
  }

  /**
   * Returns the statement as it is to be prepared. A pooler keeps what is prepared by its text, for all of its clients and for longer
   * than their connections live. So after a renewal the text is another one, and the plan is made anew.
   */
  prepared(query: QueryConfig): QueryConfig {
    if (this.renewals === 0 || !this.pool.isPooled || query.name === undefined) return query;
    return { ...query, name: `${query.name} ${this.renewals}`, text: `${query.text} /* ${this.renewals} */` };
  }

  /** The SQL that begins a transaction. Behind a pooler it also sets what a session begins with elsewhere. */
  beginning(by: Deadline): string {
    if (by === NO_DEADLINE) return `begin; ${noServerLimits('local')}`;
    return this.pool.isPooled ? BEGIN : 'begin';
  }

  /**
   * Gives the connection back to the pool, or closes it if it must not be used again.
   * @param error the error of the work on this connection; null: nothing went wrong
   */
  giveBack(client: PoolClient, error: unknown): void {
    if (error !== null) this.judge(client, error);
    const isBad = isLost(error) || this.isOutdated(client);
    if (isBad || !hasShortLimit(client)) this.release(client, isBad);
    else
      resetLimit(client).then(
        () => {
          this.release(client, false);
        },
        () => {
          this.close(client);
        },
      );
  }

  /** Closes a connection that was taken and must not be used again. */
  close(client: PoolClient): void {
    this.release(client, true);
  }

  async onOwnConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.take(NO_DEADLINE, NOBODY);
    try {
      await client.query(noServerLimits(''));
      return await work(client);
    } finally {
      this.close(client);
    }
  }

  async *streamOnOwnConnection<T>(work: (client: PoolClient) => AsyncIterable<T>): AsyncGenerator<T> {
    const client = await this.take(NO_DEADLINE, NOBODY);
    try {
      await client.query(noServerLimits(''));
      yield* work(client);
    } finally {
      this.close(client);
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
    this.renewals += 1;
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

  private release(client: PoolClient, isBad: boolean): void {
    client.release(isBad);
    this.pool.slots.leave();
  }

  /** Waits for a slot. A slot that comes too late is given back. */
  private async wait(turn: Promise<void>, by: Deadline): Promise<void> {
    try {
      await inTime(Math.min(CONNECT_MS, by - performance.now()), turn);
    } catch (error) {
      void turn.then(() => {
        this.pool.slots.leave();
      });
      throw error;
    }
  }

  private connect(by: Deadline): Promise<PoolClient> {
    if (by === NO_DEADLINE) return this.pool.sessions.connect();
    const left = by - performance.now();
    return this.pool.idleCount > 0 || left > CONNECT_MS ? this.pool.connect() : this.connectWithin(left);
  }

  private async connectWithin(ms: number): Promise<PoolClient> {
    const connected = this.pool.connect();
    try {
      return await inTime(ms, connected);
    } catch (error) {
      connected.then(
        (client) => {
          client.release();
        },
        () => undefined,
      ); // a connection that arrives late goes back to the pool
      throw error;
    }
  }
}

/** The party of calls that belong to no shop. */
const NOBODY = '';
const ID_LENGTH = 36;

/**
 * Returns the shop for which a statement runs. Statements on a shop's data have its id as their first value. Without this rule
 * every call would have to hand the shop on, down to the connection.
 */
export function partyOf([first]: readonly unknown[]): string {
  return typeof first === 'string' && first.length === ID_LENGTH ? first : NOBODY;
}

/** @throws NotBegun after this time */
function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  return within(ms, work, () => {
    throw new NotBegun();
  });
}
