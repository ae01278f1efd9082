import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { ADVISORY_LOCKS } from '../../adapters/advisory-locks.js';
import { withoutLimits } from '../../adapters/persistence/schema/data-source.js';
import { poolOf } from '../../adapters/persistence/connection/pool.js';

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

/**
 * Brings the tables of the service and of its queue up to date.
 * @returns the names of the service's migrations that were carried out
 */
export async function migrateUp(dataSource: DataSource): Promise<string[]> {
  return locked(dataSource, async (patient) => {
    await requireUtf8(patient);
    const done = await patient.runMigrations();
    await runMigrations({ pgPool: poolOf(patient) });
    return done.map(({ name }) => name);
  });
}

/** Reverts the newest of the service's migrations. */
export function migrateDown(dataSource: DataSource): Promise<void> {
  return locked(dataSource, (patient) => patient.undoLastMigration());
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

function knownTo({ migrations }: DataSource): string[] {
  return migrations.map(({ name, constructor }) => name ?? constructor.name);
}

async function appliedTo(dataSource: DataSource): Promise<string[]> {
  const [{ exists }] = await dataSource.query<[{ exists: boolean }]>(`select to_regclass('migrations') is not null as exists`);
  const applied = exists ? await dataSource.query<{ name: string }[]>('select name from migrations order by id') : [];
  return applied.map(({ name }) => name);
}

/** Runs work under the advisory lock of the migrations. Neither the work nor the wait for the lock has a time limit. */
function locked<T>(dataSource: DataSource, work: (patient: DataSource) => Promise<T>): Promise<T> {
  return withoutLimits(dataSource, async (patient) => {
    // The lock has a connection of its own: in a pool of size one the lock would take the only connection, and the work would
    // have none.
    const client = new pg.Client(poolOf(patient).options);
    client.on('error', () => undefined); // the database has ended: the work fails, too, and reports it
    await client.connect();
    try {
      await client.query('select pg_advisory_lock($1, $2)', [...ADVISORY_LOCKS.migrations]);
      return await work(patient);
    } finally {
      await client.end(); // this also releases the lock
    }
  });
}

async function requireUtf8(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ server_encoding: string }[]>('show server_encoding');
  if (row?.server_encoding !== 'UTF8')
    throw new Error(`the encoding of the database must be UTF8, but it is ${row?.server_encoding}`);
}
