import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource, MigrationInterface } from 'typeorm';
import { MigrationExecutor } from 'typeorm/migration/MigrationExecutor.js'; // the entry would load all decorators, too
import { ADVISORY_LOCKS } from '../../adapters/advisory-locks.js';
import { clientOf, withoutLimits } from '../../adapters/areas/data-source.js';
import { ignore, opened } from '../../adapters/postgres/pool.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { migrateAtOnce } from './migrate-at-once.js';

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

/**
 * The longest wait of a migration for the lock of a table. All later statements on the table wait behind it, also those of the
 * instances that serve requests. It is below PostgreSQL's `deadlock_timeout`, after which a statement of a request could be ended.
 */
const LOCK_MS = 200;
/** The pause after a migration got no lock. In it, the statements that waited behind it run. */
const PAUSE_MS = 300;
/** So many tries are nothing to tell of. */
const TOLD_AFTER = 3;
/** A migration that gets no lock gives up after this time. */
const PATIENCE_MS = 300_000;

export interface Migrating {
  /** told once if a migration gets no lock for seconds */
  readonly waits?: (message: string) => void;
  /** told if there is something to carry out */
  readonly begins?: (message: string) => void;
  /**
   * True: nobody else uses the database, so all migrations are one transaction. Otherwise each is one, because the release before
   * works beside them.
   */
  readonly isAlone?: boolean;
}

/**
 * Brings the tables of the service and of its queue up to date.
 * @returns the names of the service's migrations that were carried out
 */
export async function migrateUp(dataSource: DataSource, { waits, begins, isAlone = false }: Migrating = {}): Promise<string[]> {
  return locked(dataSource, async (patient) => {
    await requireUtf8(patient);
    await requireRestored(patient);
    const before = await appliedTo(patient);
    if (knownTo(patient).some((name) => !before.includes(name))) begins?.('bringing the tables up to date');
    await untilUnlocked(() => (isAlone ? migrateAtOnce(patient) : patient.runMigrations()), waits);
    await untilUnlocked(() => migrateQueue(patient), waits);
    return (await appliedTo(patient)).filter((name) => !before.includes(name));
  });
}

/**
 * Brings the tables of a database that is being restored to a state.
 * @param names the migrations to carry out; null: all
 */
export function migrateRestored(dataSource: DataSource, names: ReadonlySet<string> | null): Promise<void> {
  const { options } = dataSource;
  const classes = Object.values(options.migrations ?? []) as (new () => MigrationInterface)[]; // safe: `schemaOf` has made the list
  const migrations = classes.filter((one) => names === null || names.has(nameOf(new one())));
  return locked({ options: { ...options, migrations } }, async (patient) => {
    await requireUtf8(patient);
    await patient.runMigrations();
    await migrateQueue(patient);
  });
}

/** Tells whether a restore into this database was interrupted. */
export async function isHalfRestored(dataSource: DataSource): Promise<boolean> {
  const [found] = await dataSource.query<[{ unfinished: boolean }]>(
    `select to_regclass('unfinished_restore') is not null as unfinished`,
  );
  return found.unfinished;
}

/** @throws Error when a restore was interrupted */
export async function requireRestored(dataSource: DataSource): Promise<void> {
  if (await isHalfRestored(dataSource))
    throw new Error('a backup was not wholly restored into this database: run the same shop-ops restore again');
}

/** Brings the tables of graphile-worker up to date, with the session's settings of the other migrations. */
async function migrateQueue(patient: DataSource): Promise<void> {
  const pool = new pg.Pool({ ...clientOf(patient), max: 1 });
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  try {
    // Imported on demand: most commands migrate nothing.
    const { runMigrations } = await import('graphile-worker');
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/** Reverts the newest of the service's migrations. */
export function migrateDown(dataSource: DataSource): Promise<void> {
  return locked(dataSource, (patient) => untilUnlocked(() => patient.undoLastMigration()));
}

/** Changes the schema. What got no lock within LOCK_MS, or was ended by a deadlock, is rolled back and tried again. */
export async function untilUnlocked(migrate: () => Promise<unknown>, waits?: (message: string) => void): Promise<void> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      await migrate();
      return;
    } catch (error) {
      if (!['55P03', '40P01'].includes(systemCodeOf(error))) throw error;
      if (performance.now() - began > PATIENCE_MS)
        throw new Error('a migration got no lock for five minutes: end the long transactions that pg_stat_activity lists', {
          cause: error,
        });
      if (tries === TOLD_AFTER) waits?.('a migration waits for the end of a long transaction');
      await sleep(PAUSE_MS);
    }
  }
}

export async function migrationStates(dataSource: DataSource): Promise<MigrationState[]> {
  const applied = new Set(await appliedTo(dataSource));
  return knownTo(dataSource).map((name) => ({ name, applied: applied.has(name) }));
}

/** The names of migrations that another process has applied: one of a newer release, or one with an extension that this one lacks. */
export async function unknownMigrations(dataSource: DataSource): Promise<string[]> {
  const known = knownTo(dataSource);
  return (await appliedTo(dataSource)).filter((name) => !known.includes(name));
}

/**
 * Refuses work that must know all tables.
 * @param effect the beginning of the refusal
 */
export async function requireKnown(dataSource: DataSource, effect: string): Promise<void> {
  const unknown = await unknownMigrations(dataSource);
  if (unknown.length > 0)
    throw new Error(
      `${effect}: the tables of ${unknown.join(', ')} are unknown here; use the release and the EXTENSIONS of the service`,
    );
}

/** The names of the migrations of this release and its extensions. */
export function knownTo({ migrations }: DataSource): string[] {
  return migrations.map(nameOf);
}

function nameOf({ name, constructor }: MigrationInterface): string {
  return name ?? constructor.name;
}

/** The names of the applied migrations, the newest last. */
async function appliedTo(dataSource: DataSource): Promise<string[]> {
  // `DataSource.showMigrations` would keep a connection of its pool each time it fails.
  const applied = await new MigrationExecutor(dataSource).getExecutedMigrations();
  return applied.map(({ name }) => name).reverse();
}

/**
 * Runs work under the advisory lock of the migrations. Neither the work nor the wait for that lock has a time limit. The work waits
 * at most LOCK_MS for each other lock.
 */
export function locked<T>(dataSource: Pick<DataSource, 'options'>, work: (patient: DataSource) => Promise<T>): Promise<T> {
  const underLock = async (patient: DataSource): Promise<T> => {
    // The lock has a connection of its own: in a pool of size one the lock would take the only connection, and the work would
    // have none.
    const client = await opened(clientOf(patient));
    let failed: string | undefined;
    // TypeORM would print this on stdout, also for each migration that gets no lock and is tried again.
    patient.logger.logMigration = (message) => {
      failed = message;
    };
    try {
      await client.query('set lock_timeout = 0');
      await client.query('select pg_advisory_lock($1, $2)', [...ADVISORY_LOCKS.migrations]);
      return await work(patient);
    } catch (error) {
      // The database's error, which has a code, does not name the migration.
      throw failed === undefined || systemCodeOf(error) === '' ? error : new Error(failed, { cause: error });
    } finally {
      await client.end(); // this also releases the lock
    }
  };
  return withoutLimits(dataSource, underLock, { lock_timeout: String(LOCK_MS) });
}

async function requireUtf8(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ server_encoding: string }[]>('show server_encoding');
  if (row?.server_encoding !== 'UTF8')
    throw new Error(`the encoding of the database must be UTF8, but it is ${row?.server_encoding}`);
}
