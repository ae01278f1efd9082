// Buys: P1 and P7: one runner of statements and transactions, and one place that repeats what others have ended.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase, QueryConfig } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { NO_REACTIONS, type Reactions } from '../../application/kernel/events/reactions.js';
import { OUTCOME_UNKNOWN, TookTooLong } from '../../domain/shared/errors.js';
import { beforeCallEnds } from '../call-time.js';
import { meaningOf, refusalOf } from '../postgres/database-errors.js';
import { closeIdleOf, ignore, opened, type DatabaseConnections } from '../postgres/pool.js';
import { TableShares, type Leave } from '../postgres/table-shares.js';
import { lentBy, Transaction, type Lease, type UnitLease } from '../postgres/transaction.js';
import { isReadOnly } from '../system-errors.js';
import { NO_EXTRA_TABLES, type ExtraTables } from './records/extra-tables.js';
import { statement, type Statement } from './statement.js';

/** A statement or a unit of work that was ended by others runs at most so often. */
const MOST_RUNS = 3;

/** A unit of work in a call ends so many milliseconds before the call, so that it is undone when the call is refused. */
const ROLLBACK_MS = 125;

/** While a database is read-only, each write finds it out. The idle connections are closed so often at most. */
const CLOSE_EVERY_MS = 1000;

export interface OwnConnection {
  readonly client: ClientBase;
  /** Runs a statement. @throws Unavailable when the database cannot carry it out */
  readonly read: <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;
  /** Closes the connection, also while a statement runs. Resolves when PostgreSQL has freed its locks. */
  readonly end: () => Promise<void>;
}

/**
 * The transaction of the open unit of work. There is one storage for all databases of a process, because Node 20 copies each one
 * that was ever used to every promise.
 */
const units = new AsyncLocalStorage<Transaction>();

/**
 * Runs statements. In a unit of work, the first write begins a transaction, and later reads and writes of the unit run in it. All
 * other statements are single ones.
 */
export class Database {
  private readonly shares: TableShares;
  private readonly unitShares: TableShares;
  private closedAt = -Infinity;

  /**
   * @param reactions follow the events that are stored
   * @param extra the fields that extensions add to the records
   * @param written is called when writes are stored, without saying which
   */
  constructor(
    private readonly connections: DatabaseConnections,
    readonly reactions: Reactions = NO_REACTIONS,
    readonly extra: ExtraTables = NO_EXTRA_TABLES,
    private readonly written: () => void = ignore,
  ) {
    const { max } = connections.pool.options;
    this.shares = new TableShares(max);
    this.unitShares = new TableShares(max);
  }

  async read<Row>(query: Statement, values: readonly unknown[]): Promise<Row[]> {
    const unit = units.getStore();
    return unit?.hasBegun ? this.inUnit<Row>(unit, query, values) : this.single<Row>(query, values);
  }

  /** In a unit of work, a failed write rolls the transaction back. */
  async write<Row>(query: Statement, values: readonly unknown[]): Promise<Row[]> {
    const unit = units.getStore();
    return unit ? this.inUnit<Row>(unit, query, values) : this.single<Row>(query, values, OUTCOME_UNKNOWN);
  }

  /** Writes outside of the open unit of work, so the write stays stored when the unit is rolled back. */
  async writeApart(query: Statement, values: readonly unknown[]): Promise<void> {
    await this.single(query, values, OUTCOME_UNKNOWN);
  }

  /** True when the open unit of work has written something, so that it holds a connection and perhaps locks. */
  isInTransaction(): boolean {
    return units.getStore()?.hasBegun ?? false;
  }

  /** True when a unit of work is open, whether it has written something or not. */
  isInUnit(): boolean {
    return units.getStore() !== undefined;
  }

  /** Runs work in the transaction of the open unit of work, and begins this transaction if necessary. */
  async onTransaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const unit = units.getStore();
    if (!unit) throw new Error('this needs the transaction of a unit of work, but no unit of work has begun');
    return this.part(unit, async () => work((await unit.begin()).client));
  }

  /**
   * Runs a unit of work in one transaction. A unit inside another unit is a part of it: the writes of both are stored together
   * when the outer unit ends, or none is stored. If others end the outer unit, its work runs again.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const outer = units.getStore();
    if (outer) return this.part(outer, work);
    const take = (first: string): Promise<UnitLease> =>
      this.take(this.unitShares.enter(first, false), () => lentBy(this.connections.dataSource));
    for (let runs = 1; ; runs += 1) {
      try {
        return await this.unit(new Transaction(take, runs > 1), work);
      } catch (error) {
        if (runs === MOST_RUNS || !meaningOf(error)?.again) throw refusalOf(error);
      }
    }
  }

  /**
   * Like `transaction`, for long work, which never runs again.
   * @param patient a data source without limits
   */
  async longTransaction<T>(patient: DataSource, work: () => Promise<T>): Promise<T> {
    return refusing(() => this.unit(new Transaction(() => lentBy(patient)), work));
  }

  /**
   * Runs work with TypeORM's repositories: in a unit of work on its transaction, which begins if necessary. They carry what is written
   * rarely. What calls write all the time has statements of its own, which PostgreSQL has prepared.
   */
  async withRepositories<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const unit = units.getStore();
    if (unit) return this.part(unit, async () => work((await unit.begin()).runner.manager));
    return refusing(() => work(this.connections.dataSource.manager), OUTCOME_UNKNOWN);
  }

  /** Opens a connection without limits, also for work that outlives its call. */
  async ownConnection(): Promise<OwnConnection> {
    const client = await refusing(() => opened(this.connections.patient));
    const read = <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
      refusing(() => rowsOf<Row>(client, { name: '', text }, values, true));
    return { client, read, end: () => client.end().catch(ignore) };
  }

  /** Runs long work on a connection of its own without limits. It is closed afterwards, which ends its locks and temporary tables. */
  async onOwnConnection<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const { client, end } = await this.ownConnection();
    return work(client).finally(() => void end());
  }

  /** Like `onOwnConnection`, for work that yields its results one by one. */
  async *streamOnOwnConnection<T>(work: (client: ClientBase) => AsyncIterable<T>): AsyncGenerator<T> {
    const { client, end } = await this.ownConnection();
    try {
      yield* work(client);
    } finally {
      void end();
    }
  }

  /** @throws Error when the database does not answer, or accepts no changes because it is no longer the primary */
  async requireWritable(): Promise<void> {
    const [row] = await this.read<{ transaction_read_only: string }>(READ_ONLY, []);
    if (row?.transaction_read_only !== 'on') return;
    this.closeIdle();
    throw new Error('the database is read-only and accepts no changes');
  }

  /** Runs a statement outside of units of work. @param lost see `refusalOf`; undefined: it is a read */
  private async single<Row>(query: Statement, values: readonly unknown[], lost?: string): Promise<Row[]> {
    for (let runs = 1; ; runs += 1) {
      const { client, end } = await this.take(this.shares.enter(query.name, lost !== undefined), this.fromPool);
      let failure: unknown = null;
      try {
        const rows = await rowsOf<Row>(client, query, values, runs > 1);
        if (lost !== undefined) this.written();
        return rows;
      } catch (error) {
        failure = error;
        if (runs === MOST_RUNS || !meaningOf(error)?.again) throw refusalOf(error, lost);
      } finally {
        end(failure);
      }
    }
  }

  private async unit<T>(unit: Transaction, work: () => Promise<T>): Promise<T> {
    let lost: string | undefined;
    try {
      const result = await beforeCallEnds(ROLLBACK_MS, null, units.run(unit, work), tooLate);
      lost = OUTCOME_UNKNOWN;
      if (await unit.commit()) this.written();
      return result;
    } catch (error) {
      await unit.rollback(error);
      const ended = unit.failure ?? error;
      throw meaningOf(ended)?.again ? ended : refusalOf(error, lost);
    }
  }

  private inUnit<Row>(unit: Transaction, query: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.part(unit, async () => rowsOf<Row>((await unit.begin(query.name)).client, query, values, unit.isAgain));
  }

  /** Runs work of a unit. An error ends the unit, because after an error PostgreSQL stores nothing of the transaction. */
  private part<T>(unit: Transaction, work: () => Promise<T>): Promise<T> {
    return refusing(async () => {
      try {
        return await work();
      } catch (error) {
        await unit.rollback(error);
        throw error;
      }
    });
  }

  /** Takes a connection when its statement has got its place among those of its table. */
  private async take<Lent extends Lease>(place: Promise<Leave>, open: () => Promise<Lent>): Promise<Lent> {
    let leave: Leave = ignore;
    try {
      leave = await place;
      const lease = await open();
      const end = (error: unknown): void => {
        lease.end(error);
        leave(error);
      };
      return { ...lease, end };
    } catch (error) {
      leave(error);
      throw refusalOf(error);
    }
  }

  /** Takes a connection of the pool. `pool.query` would close it after every error, even after a unique violation. */
  private readonly fromPool = async (): Promise<Lease> => {
    const client = await this.connections.pool.connect();
    const end = (error: unknown): void => {
      client.release(meaningOf(error)?.close);
      if (isReadOnly(error)) this.closeIdle();
    };
    return { client, end };
  };

  /** Closes the idle connections. After a fail-over they lead to the former primary, which still answers reads. */
  private closeIdle(): void {
    if (performance.now() - this.closedAt < CLOSE_EVERY_MS) return;
    this.closedAt = performance.now();
    closeIdleOf(this.connections.pool);
  }
}

function tooLate(): TookTooLong {
  return new TookTooLong(undefined, undefined, 'the call took too long');
}

const READ_ONLY = statement('database.read_only', 'show transaction_read_only');

async function refusing<T>(work: () => Promise<T>, lost?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error, lost);
  }
}

/**
 * Runs a prepared statement. When it runs again it has no name: PostgreSQL parses it anew, and no migration can come between the
 * parsing and the run, so its plan is never stale, on whichever connection it runs.
 */
async function rowsOf<Row>(
  client: ClientBase,
  { name, text }: Statement,
  values: readonly unknown[],
  isAgain: boolean,
): Promise<Row[]> {
  const query: QueryConfig = { text, values: values as unknown[], ...(!isAgain && { name }) };
  try {
    const { rows } = await client.query(query);
    return rows as Row[]; // safe: the select list of the statement names the properties of `Row`
  } catch (error) {
    // The log says which statement has failed.
    throw error instanceof Error ? Object.assign(error, { statement: name.split(' ')[0] }) : error;
  }
}
