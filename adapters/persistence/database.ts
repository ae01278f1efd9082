import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { ask } from './ask.js';
import { copyRows } from './copy-rows.js';
import { poolOf } from './data-source.js';
import { isUnavailable, isStalePlan } from './database-errors.js';
import type { Table } from './table.js';
import { Transaction } from './transaction.js';
import { Unavailable } from '../../domain/shared/errors.js';

/** A prepared statement: its name is its text's, so every text has one. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

let statements = 0;

/** Made once at start or remembered: a name that is new on every call would fill the server's memory. */
export function statement(text: string): Statement {
  statements += 1;
  return { name: `s${statements}`, text };
}

/** Named statements on TypeORM's pool; inside a unit of work, on the connection of its transaction. */
export class Database {
  private readonly units = new AsyncLocalStorage<Transaction>();

  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async read<Row>(query: Statement, values: readonly unknown[]): Promise<Row[]> {
    const client = this.units.getStore()?.openClient();
    return client ? run<Row>(client, query, values) : this.onPool<Row>(query, values, NOTHING_CHANGED);
  }

  /** Inside a unit of work the first write begins its transaction; one that fails ends it. */
  async write<Row>(query: Statement, values: readonly unknown[]): Promise<Row[]> {
    const unit = this.units.getStore();
    return unit ? written(unit, (client) => run<Row>(client, query, values)) : this.onPool<Row>(query, values, UNKNOWN);
  }

  /** Rows in bulk; only inside a unit of work, whose transaction they belong to. */
  copy(table: Table, rows: Iterable<object> | AsyncIterable<object>): Promise<number> {
    return this.bulk((client) => copyRows(client, table, rows));
  }

  /** What writes on the connection itself; only inside a unit of work, whose transaction it belongs to. */
  async bulk<T>(write: (client: PoolClient) => Promise<T>): Promise<T> {
    const unit = this.units.getStore();
    if (!unit) throw new Error('rows are copied inside a unit of work');
    return written(unit, write);
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const unit = new Transaction(this.pool);
    try {
      const result = await this.units.run(unit, work);
      await unit.commit();
      return result;
    } catch (error) {
      await unit.rollback(error);
      throw translated(error);
    }
  }

  /** A connection of its own for long work; it is closed afterwards, with all that it holds: locks, temporary tables. */
  async alone<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      return await work(client);
    } finally {
      client.release(true);
    }
  }

  /** The same for work whose results are taken one by one, for as long as that may take. */
  async *lend<T>(work: (client: PoolClient) => AsyncIterable<T>): AsyncGenerator<T> {
    const client = await this.pool.connect();
    try {
      yield* work(client);
    } finally {
      client.release(true);
    }
  }

  /** @param lost what an answer that never came means */
  private async onPool<Row>(query: Statement, values: readonly unknown[], lost: string): Promise<Row[]> {
    try {
      return await this.once<Row>(query, values, lost);
    } catch (error) {
      if (!isStalePlan(error)) throw translated(error);
      return this.once<Row>(query, values, lost);
    }
  }

  /** Not `pool.query`: that drops the connection on every error, a unique violation included. */
  private async once<Row>(query: Statement, values: readonly unknown[], lost: string): Promise<Row[]> {
    const client = await this.pool.connect();
    let broken = false;
    try {
      return await run<Row>(client, query, values);
    } catch (error) {
      broken = isUnavailable(error) || isStalePlan(error);
      throw isUnavailable(error) ? new Unavailable({ cause: error }, lost) : error;
    } finally {
      client.release(broken);
    }
  }
}

const NOTHING_CHANGED = 'nothing changed, try again shortly';
/** The database had the statement and may have carried it out. */
const UNKNOWN = 'whether the change was stored is unknown: look before you repeat it, or repeat it with its idempotency key';

async function written<T>(unit: Transaction, write: (client: PoolClient) => Promise<T>): Promise<T> {
  try {
    return await write(await unit.begin());
  } catch (error) {
    await unit.rollback(error);
    throw translated(error);
  }
}

async function run<Row>(client: PoolClient, { name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
  const result = await ask(client, { name, text, values: values as unknown[] });
  return result.rows as Row[];
}

function translated(error: unknown): unknown {
  return isUnavailable(error) ? new Unavailable({ cause: error }) : error;
}
