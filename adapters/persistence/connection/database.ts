import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { NO_REACTIONS, type Reactions } from '../../../application/events/reactions.js';
import type { Log } from '../../../application/ports/log.js';
import { OUTCOME_UNKNOWN } from '../../../domain/shared/errors.js';
import { Connections, partyOf } from './connections.js';
import { isEndedByOthers, MOST_RUNS } from './database-errors.js';
import { Outages } from './outages.js';
import { poolOf } from './pool.js';
import { Shares } from './shares.js';
import { parsedAnew, queryOf, rowsOf, SingleStatements } from './single-statements.js';
import { deadline, NO_DEADLINE, type Deadline } from './timed-query.js';
import { Transaction } from './transaction.js';

/** A prepared statement. The name contains a digest of the text, so that two texts never share a name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * Makes a prepared statement. Call this once for each text: at start, or through `RememberedStatements`. The server keeps the
 * text of every prepared statement, so a new text in every call would fill its memory.
 * @param name `<table or area>.<verb>`; the text begins with it as a comment, which the server's log shows
 */
export function statement(name: string, text: string): Statement {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  // The name follows the first word, because PostgreSQL 18 leaves comments before it out of `pg_stat_statements`.
  return { name: `${name} ${digest}`, text: text.replace(/^\s*\w+/, (word) => `${word} /* ${name} */`) };
}

/**
 * Runs statements. In a unit of work, the first write begins a transaction, and later reads and writes of the unit run in it. All
 * other statements are single ones.
 */
export class Database {
  private readonly units = new AsyncLocalStorage<Transaction>();
  private readonly outages: Outages;
  private readonly connections: Connections;
  private readonly shares: Shares;
  private readonly single: SingleStatements;

  /** @param reactions follow the events that are stored */
  constructor(
    dataSource: DataSource,
    log: Log,
    readonly reactions: Reactions = NO_REACTIONS,
  ) {
    const pool = poolOf(dataSource);
    this.connections = new Connections(pool);
    this.shares = new Shares(pool.options.max);
    this.outages = new Outages(log);
    this.single = new SingleStatements(this.connections, pool.pipelined, this.shares, this.outages);
    pool.pipelined.onFailure = (error) => {
      this.outages.note(error);
    };
  }

  /**
   * @param by the deadline of a read outside a transaction; CALL_MS from now by default. In a transaction, the transaction's own
   * deadline counts.
   */
  async read<Row>(query: Statement, values: readonly unknown[], by?: Deadline): Promise<Row[]> {
    const unit = this.units.getStore();
    return unit?.openClient() ? this.inUnit<Row>(unit, query, values) : this.single.run<Row>('read', query, values, by);
  }

  /** In a unit of work, a failed write rolls the transaction back, and `by` is ignored. */
  async write<Row>(query: Statement, values: readonly unknown[], by?: Deadline): Promise<Row[]> {
    const unit = this.units.getStore();
    if (!unit) return this.single.run<Row>('write', query, values, by);
    return this.inUnit<Row>(unit, query, values);
  }

  /** True when the open unit of work has written something, so that it holds a connection and perhaps locks. */
  isInTransaction(): boolean {
    return (this.units.getStore()?.openClient() ?? null) !== null;
  }

  /** Writes outside of the open unit of work, so the write stays stored when the unit is rolled back. */
  async writeApart(query: Statement, values: readonly unknown[]): Promise<void> {
    await this.single.run('write', query, values);
  }

  /** Runs work in the transaction of the open unit of work, and begins this transaction if necessary. */
  async onTransaction<T>(write: (client: PoolClient) => Promise<T>): Promise<T> {
    const unit = this.units.getStore();
    if (!unit) throw new Error('this needs the transaction of a unit of work, but no unit of work has begun');
    return this.on(unit, [], write);
  }

  /**
   * Runs a unit of work in one transaction. A unit inside another unit is a part of it: the writes of both are stored together
   * when the outer unit ends, or none is stored. If a deadlock or a migration ends the outer unit, its work runs again; long work
   * without a deadline does not.
   */
  async transaction<T>(work: () => Promise<T>, by = deadline()): Promise<T> {
    const outer = this.units.getStore();
    if (outer) return this.part(outer, work);
    for (let run = 1; ; run += 1) {
      const unit = new Transaction(this.connections, by, run > 1);
      let lost: string | undefined;
      try {
        const result = await this.units.run(unit, work);
        lost = OUTCOME_UNKNOWN;
        await unit.commit();
        return result;
      } catch (error) {
        await unit.rollback(error);
        if (run < MOST_RUNS && by !== NO_DEADLINE && isEndedByOthers(unit.failure ?? error)) continue;
        throw this.outages.refusalOf(error, lost);
      }
    }
  }

  /**
   * Runs long work without a time limit, on a connection of its own. The connection is closed afterwards, which ends its locks
   * and temporary tables.
   */
  onOwnConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.connections.onOwnConnection(work);
  }

  /** Like `onOwnConnection`, for work that yields its results one by one. */
  streamOnOwnConnection<T>(work: (client: PoolClient) => AsyncIterable<T>): AsyncGenerator<T> {
    return this.connections.streamOnOwnConnection(work);
  }

  /** @throws Error when the database does not answer, or accepts no changes (a replica, or a former primary) */
  async requireWritable(): Promise<void> {
    const [row] = await this.read<{ transaction_read_only: string }>(READ_ONLY, []);
    if (row?.transaction_read_only !== 'on') return;
    this.connections.renew();
    throw new Error('the database is read-only and accepts no changes');
  }

  private async part<T>(outer: Transaction, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await outer.rollback(error);
      throw this.outages.refusalOf(error);
    }
  }

  private inUnit<Row>(unit: Transaction, query: Statement, values: readonly unknown[]): Promise<Row[]> {
    const share = this.shares.of(query.name);
    let failure: unknown = null;
    return this.on(unit, values, async (client) => {
      try {
        share.enter();
        return rowsOf<Row>(await unit.timedQuery(client, unit.isAgain ? parsedAnew(query, values) : queryOf(query, values)));
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        share.leave(failure);
      }
    });
  }

  /** Runs work of a unit. An error ends the unit, because after an error PostgreSQL stores nothing of the transaction. */
  private async on<T>(unit: Transaction, values: readonly unknown[], work: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      return await work(await unit.begin(partyOf(values)));
    } catch (error) {
      await unit.rollback(error);
      throw this.outages.refusalOf(error);
    }
  }
}

const READ_ONLY = statement('database.read_only', 'show transaction_read_only');
