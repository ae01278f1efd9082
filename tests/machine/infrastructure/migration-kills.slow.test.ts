import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../../adapters/areas/data-source.js';
import { schemaOf } from '../../../adapters/areas/schema.js';
import { storages } from '../../../adapters/areas/storages.js';
import { migrateDown, migrationStates } from '../../../infrastructure/database/migrations.js';
import { visitEmbeddedPostgres } from '../../../infrastructure/embedded-postgres/embedded-postgres.js';
import { bareEnvironment, shopOps, type Ran } from '../../support/command-line.js';

jest.setTimeout(600_000);

/** More of them, such as 20, make a longer run of the same test. */
const KILLS = Number(process.env['KILLS'] ?? '4');
/** So many of the newest migrations are carried out again and again. Several of them build indexes while others may write. */
const NEWEST = 10;
const ROWS = 30_000;

let root: string;
let shop: string;
/** the names of all migrations, and of those before the newest ones */
let all: string[] = [];
let old: string[] = [];

const settings = () => ({
  ...{ DATA_DIR: root, LOG_LEVEL: 'silent', DEMO: 'off', SIGNING_KEYS: 'a-signing-key-of-the-tests' },
  BACKUP_BEFORE_MIGRATION: 'off', // the kills come in the migrations then
});
const cli = (...args: string[]): Promise<Ran> => shopOps(settings(), ...args);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'migration-kills-test-'));
  shop = (await cli('shop', 'create', '--name', 'Northside', '--json')).document.id;
  await onDatabase(async (dataSource) => {
    all = await appliedTo(dataSource);
    old = all.slice(0, -NEWEST);
    await dataSource.query(
      `insert into leads (shop_id, id, first_name, status, created_at, version, search_text)
       select $1, gen_random_uuid(), 'Lead ' || n, 'new', now(), 1, repeat('x', 50) from generate_series(1, ${ROWS}) n`,
      [shop],
    );
    await backTo(dataSource);
  });
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function onDatabase<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const visit = await visitEmbeddedPostgres(root);
  const dataSource = await openDataSource({ url: visit.url, poolSize: 2, ssl: false, schema: schemaOf(storages) });
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
    await visit.stop();
  }
}

async function appliedTo(dataSource: DataSource): Promise<string[]> {
  return (await migrationStates(dataSource)).filter(({ applied }) => applied).map(({ name }) => name);
}

/** Undoes the newest migrations. */
async function backTo(dataSource: DataSource): Promise<void> {
  while ((await appliedTo(dataSource)).length > old.length) await migrateDown(dataSource);
}

/** The columns and the indexes of all tables: what migrations change. */
async function tablesOf(dataSource: DataSource): Promise<unknown> {
  return dataSource.query(
    `select table_name, column_name, null as index from information_schema.columns where table_schema = 'public'
     union all select tablename, null, indexname from pg_indexes where schemaname = 'public' order by 1, 2, 3`,
  );
}

async function timed(work: () => Promise<Ran>): Promise<number> {
  const began = performance.now();
  expect(await work()).toMatchObject({ exitCode: 0 });
  return performance.now() - began;
}

test('after a kill the tables are the old or the new ones, and the next start goes on', async () => {
  const before = await onDatabase(tablesOf);
  const begin = await timed(() => cli('migrate', 'status'));
  const end = await timed(() => cli('migrate', 'up'));
  const after = await onDatabase(tablesOf);
  await onDatabase(backTo);
  for (let turn = 0; turn < KILLS; turn += 1) {
    const child = spawn(process.execPath, ['bin/shop-ops.mjs', 'migrate', 'up'], {
      env: bareEnvironment(settings()),
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await Promise.race([ended, sleep(randomInt(Math.floor(Math.min(begin, end) / 2), Math.ceil(end)))]);
    child.kill('SIGKILL');
    await ended;
    await onDatabase(async (dataSource) => {
      const isNew = (await appliedTo(dataSource)).length === all.length;
      expect([await appliedTo(dataSource), await tablesOf(dataSource)]).toEqual(isNew ? [all, after] : [old, before]);
      if (isNew) await backTo(dataSource);
    });
  }
  const ran = await cli('migrate', 'up', '--json');
  expect(ran).toMatchObject({ exitCode: 0, document: { applied: all.slice(-NEWEST) } });
  expect(await onDatabase((dataSource) => dataSource.query('select count(*)::int as n from leads'))).toEqual([{ n: ROWS }]);
});
