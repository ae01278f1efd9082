import pg from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { openDataSource } from '../../../adapters/areas/data-source.js';
import { schemaOf } from '../../../adapters/areas/schema.js';
import { storages } from '../../../adapters/areas/storages.js';
import { addIndex } from '../../../adapters/migrations/add-index.js';
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
  const migrated = migrateUp(await open(), { waits: (message) => told.push(message) });
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

describe('without anybody else on the database, the migrations of a start', () => {
  /** It needs an index that is built while others write, and goes before the one that widens. */
  class Shelve1998000000000 implements MigrationInterface {
    readonly transaction = false;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query('create table shelves (shop_id uuid, code text)');
      await addIndex(runner, 'shelves_by_code', 'shelves (shop_id, code)');
    }

    down(runner: QueryRunner): Promise<void> {
      return runner.query('drop table shelves');
    }
  }
  const two = { ...present, migrations: [...present.migrations, Shelve1998000000000, Widen1999000000000] };
  const there = async (name: string): Promise<boolean> =>
    (await sql.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])).rows[0]?.there === true;

  it('are all carried out, or none', async () => {
    await sql.query('alter table leads add column colour text');
    const migrate = async (): Promise<string[]> => migrateUp(await open(two), { isAlone: true });
    await expect(migrate()).rejects.toThrow('Migration "Widen1999000000000" failed');
    expect([await there('shelves'), await unknownMigrations(await open(present))]).toEqual([false, []]);
    await sql.query('alter table leads drop column colour');
    expect(await migrate()).toEqual(['Shelve1998000000000', 'Widen1999000000000']);
    expect([await there('shelves'), await there('shelves_by_code')]).toEqual([true, true]);
  });

  it('are tried again together while another transaction has the lock of a table', async () => {
    await sql.query('begin; select from leads');
    const told: string[] = [];
    const migrated = migrateUp(await open(two), { isAlone: true, waits: (message) => told.push(message) });
    await eventually(
      () => Promise.resolve(told.length),
      (count) => count === 1,
    );
    await sql.query('commit');
    expect(await migrated).toEqual(['Shelve1998000000000', 'Widen1999000000000']);
  });

  it('are steps if one of an extension cannot be a part of a transaction', async () => {
    class Concurrently1998000000001 implements MigrationInterface {
      readonly transaction = false;

      up(runner: QueryRunner): Promise<void> {
        return runner.query('create index concurrently tasks_by_notes on tasks (notes)');
      }

      down(runner: QueryRunner): Promise<void> {
        return runner.query('drop index tasks_by_notes');
      }
    }
    const three = { ...two, migrations: [...two.migrations, Concurrently1998000000001] };
    expect(await migrateUp(await open(three), { isAlone: true })).toHaveLength(3);
    expect([await there('shelves_by_code'), await there('tasks_by_notes')]).toEqual([true, true]);
  });
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
    ...{ tables: tableNames(storages), outgoing: { open: () => Promise.resolve([]) }, limits: null, backup: null },
    ...{ clock: { state: 'ok' }, disk: { state: 'ok' } },
  }).report();
  await connections.pool.end();
  expect(report).toMatchObject({ status: 'ok', checks: { database: 'ok', migrations: 'ok', queue: 'ok' } });
});
