import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import buildForTests from './build-for-tests.mjs';

/**
 * Starts one PostgreSQL for the whole test run, unless TEST_DATABASE_URL names a server, and creates a migrated database there.
 * Each test file gets a copy of this template.
 */
export default async function setup() {
  buildForTests();
  const { url, stop } = process.env.TEST_DATABASE_URL ? given(process.env.TEST_DATABASE_URL) : await embedded();
  await withClient(url, async (client) => {
    // An earlier run may have left these databases on the server of TEST_DATABASE_URL.
    for (const name of ['shop_template', 'shop_demo_template']) await client.query(`drop database if exists ${name}`);
    await client.query('create database shop_template');
  });
  await migrate(databaseOf(url, 'shop_template'));
  process.env.SHOP_TEST_SERVER = url;
  globalThis.__stopPostgres = stop;
}

/** The server of TEST_DATABASE_URL. The services that test files share leave their databases to be dropped at the end. */
function given(url) {
  return {
    url,
    stop: () =>
      withClient(url, async (client) => {
        const { rows } = await client.query(String.raw`select datname from pg_database where datname ~ '^test_[0-9a-f]{12}$'`);
        for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
      }),
  };
}

async function embedded() {
  const { ownEmbeddedPostgres } = await import('../../dist/infrastructure/embedded-postgres/embedded-postgres.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-operations-test-'));
  // When root runs the tests, PostgreSQL runs under another account, which must be able to enter the folder. Otherwise the
  // cluster would be made in another folder, which nothing removes.
  await chmod(dataDir, 0o755);
  const { url, stop } = await ownEmbeddedPostgres(dataDir);
  await withClient(url, (client) => hurry(client, new URL(url).password));
  return {
    url,
    stop: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes the server as quick as tests need it. */
async function hurry(client, password) {
  // A test run does not need its data after a power cut, and its tables do not live long enough to need vacuuming.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`);
  // Imports and the demo analyze their tables. A smaller sample is enough for the small tables of tests: analyzing a table of
  // 60,000 customers takes 200 ms of processor time with the default, 100.
  await client.query('alter system set default_statistics_target = 10');
  if (await canClone(client)) await client.query('alter system set file_copy_method = clone');
  await client.query('select pg_reload_conf()');
  // Most of the work of a new connection is to hash the password 4096 times. A password of the run needs no such protection.
  await client.query('set scram_iterations = 1');
  await client.query(`alter user current_user password ${client.escapeLiteral(password)}`);
}

/** Tells whether the kernel can copy the files of a template, which takes a fraction of the time that PostgreSQL takes. */
async function canClone(client) {
  try {
    await client.query('set file_copy_method = clone');
    await client.query('create database clone_probe strategy file_copy');
    await client.query('drop database clone_probe');
    return true;
  } catch {
    return false;
  }
}

async function migrate(url) {
  const { openDataSource } = await import('../../dist/adapters/persistence/schema/data-source.js');
  const { migrateUp } = await import('../../dist/infrastructure/database/migrations.js');
  const dataSource = await openDataSource({ url, poolSize: 4, ssl: false });
  await migrateUp(dataSource);
  await dataSource.destroy();
}

function databaseOf(server, name) {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
