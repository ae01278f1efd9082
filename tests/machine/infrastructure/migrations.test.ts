import pg from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { openDataSource } from '../../../adapters/areas/data-source.js';
import { schemaOf } from '../../../adapters/areas/schema.js';
import { storages } from '../../../adapters/areas/storages.js';
import { openConnections } from '../../../adapters/postgres/pool.js';
import { Database } from '../../../adapters/storage/database.js';
import { migrateUp, migrationStates, unknownMigrations } from '../../../infrastructure/database/migrations.js';
import { tableNames } from '../../../infrastructure/database/rights.js';
import { Health } from '../../../infrastructure/server/health.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { TestLog } from '../../support/test-log.js';

/** A migration of the next version. */
class Widen1999000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tasks add column colour text');
    await runner.query('alter table leads add column colour text');
  }

  async down(): Promise<void> {
    // The tests do not revert it.
  }
}

const present = schemaOf(storages);
const next = { ...present, migrations: [...present.migrations, Widen1999000000000] };

let clone: TestDatabase;
let sql: pg.Client;
const opened: DataSource[] = [];

const open = async (schema = next): Promise<DataSource> => {
  const dataSource = await openDataSource({ url: clone.url, poolSize: 2, ssl: false, schema });
  opened.push(dataSource);
  return dataSource;
};
const connected = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  return client;
};

beforeEach(async () => {
  clone = await cloneDatabase();
  sql = await connected();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((dataSource) => dataSource.destroy()));
  await sql.end();
  await clone.drop();
});

it('a migration that waits for a long transaction lets the statements behind it through, and comes after them', async () => {
  await sql.query('begin; select from leads');
  const requests = await connected();
  await requests.query(`set statement_timeout = '2s'`);
  const told: string[] = [];
  const migrated = migrateUp(await open(), (message) => told.push(message));
  while (told.length === 0) await requests.query('select count(*) from leads');
  expect(told).toEqual(['a migration waits for the end of a long transaction']);
  await requests.query('select count(*) from tasks');
  await sql.query('commit');
  expect(await migrated).toEqual(['Widen1999000000000']);
  await requests.query('select colour from leads');
  await requests.end();
});

it('migrations of two processes wait for each other as long as they need', async () => {
  await sql.query('begin; lock table tasks');
  const both = [migrateUp(await open()), migrateUp(await open())];
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and classid = 71406 and not granted`;
  await eventually(
    async () => (await sql.query(waiting)).rowCount,
    (count) => count === 1,
  );
  await sql.query('commit');
  expect((await Promise.all(both)).sort()).toEqual([[], ['Widen1999000000000']]);
});

it('a migration that fails is named', async () => {
  await sql.query('alter table leads add column colour text');
  await expect(migrateUp(await open())).rejects.toThrow('Migration "Widen1999000000000" failed, error: column "colour"');
  expect((await sql.query(`select from information_schema.columns where column_name = 'colour'`)).rowCount).toBe(1);
});

it('the previous version starts and is ready on a database that the next version has migrated', async () => {
  await migrateUp(await open());
  const previous = await open(present);
  expect(await migrateUp(previous)).toEqual([]);
  expect((await migrationStates(previous)).filter(({ applied }) => !applied)).toEqual([]);
  expect(await unknownMigrations(previous)).toEqual(['Widen1999000000000']);
  const log = new TestLog();
  const connections = openConnections({ url: clone.url, poolSize: 2, ssl: false }, previous);
  const report = await new Health(previous, new Database(connections), log, {
    ...{ tables: tableNames(storages), outgoing: { open: () => Promise.resolve([]) }, limits: null },
    ...{ clock: { state: 'ok' }, disk: { state: 'ok' } },
  }).report();
  await connections.pool.end();
  expect(report).toMatchObject({ status: 'ok', checks: { database: 'ok', migrations: 'ok', queue: 'ok' } });
});
