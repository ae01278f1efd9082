import { runMigrations } from 'graphile-worker';
import type { DataSource } from 'typeorm';
import { poolOf } from '../adapters/persistence/data-source.js';

/** One migrator at a time, however many instances start at once. */
const LOCK = [71_406, 1];

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

/** @returns the names of the migrations that were carried out */
export async function migrateUp(dataSource: DataSource): Promise<string[]> {
  return locked(dataSource, async () => {
    await requireUtf8(dataSource);
    const done = await dataSource.runMigrations();
    await runMigrations({ pgPool: poolOf(dataSource) });
    return done.map(({ name }) => name);
  });
}

/** Takes the newest migration back. */
export function migrateDown(dataSource: DataSource): Promise<void> {
  return locked(dataSource, () => dataSource.undoLastMigration());
}

export async function migrationStates(dataSource: DataSource): Promise<MigrationState[]> {
  const known = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  const [{ exists }] = (await dataSource.query(`select to_regclass('migrations') is not null as exists`)) as [{ exists: boolean }];
  const applied = exists ? ((await dataSource.query('select name from migrations')) as { name: string }[]) : [];
  const names = new Set(applied.map(({ name }) => name));
  return known.map((name) => ({ name, applied: names.has(name) }));
}

async function locked<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const client = await poolOf(dataSource).connect();
  try {
    await client.query('select pg_advisory_lock($1, $2)', LOCK);
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1, $2)', LOCK).finally(() => {
      client.release();
    });
  }
}

async function requireUtf8(dataSource: DataSource): Promise<void> {
  const [row] = (await dataSource.query('show server_encoding')) as { server_encoding: string }[];
  if (row?.server_encoding !== 'UTF8') throw new Error(`the database must be in UTF8, it is in ${row?.server_encoding}`);
}
