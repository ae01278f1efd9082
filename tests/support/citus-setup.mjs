import buildForTests from './build-for-tests.mjs';
import { importBuilt } from './built.mjs';
import { databaseOf, dropDatabasesOfTests, migrateTemplate, TEMPLATE, withClient } from './template.mjs';

/** A migrated database that is not distributed yet. */
const MIGRATED = 'shop_migrated_template';
const EXTENSIONS = ['citus', 'pg_trgm', 'btree_gin', 'btree_gist'];
/** Makes a template database on each server of a Citus cluster and distributes it. Each test file gets a copy of its parts. */
export default async function setup() {
  const servers = (process.env.CITUS_URL ?? '').split(',').filter((url) => url !== '');
  if (servers.length < 2) throw new Error('CITUS_URL must name the coordinator and the workers, see docs/testing.md');
  buildForTests();
  const drop = () => Promise.all(servers.map(dropDatabasesOfTests));
  await drop();
  const [coordinator, ...workers] = servers;
  for (const url of servers) await makeDatabase(url);
  await withClient(databaseOf(coordinator, TEMPLATE), (client) => join(client, servers));
  await migrateTemplate(coordinator);
  process.env.SHOP_TEST_SERVER = coordinator;
  process.env.SHOP_TEST_WORKERS = workers.join(',');
  const { cloneDatabase, keepAsTemplate } = await importBuilt('tests/support/postgres.ts');
  await keepAsTemplate(TEMPLATE, MIGRATED);
  const { url } = await cloneDatabase(MIGRATED);
  await distribute(url);
  await keepAsTemplate(new URL(url).pathname.slice(1), TEMPLATE);
  globalThis.__stopPostgres = drop;
}

async function makeDatabase(server) {
  await withClient(server, async (client) => {
    await client.query(`create database ${TEMPLATE}`);
  });
  await withClient(databaseOf(server, TEMPLATE), async (client) => {
    for (const name of EXTENSIONS) await client.query(`create extension ${name}`);
  });
}

async function join(client, servers) {
  const [coordinator, ...workers] = servers.map((server) => new URL(server));
  await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.hostname, Number(coordinator.port)]);
  for (const { hostname, port } of workers) await client.query('select citus_add_node($1, $2)', [hostname, Number(port)]);
}

async function distribute(url) {
  const { openDataSource } = await import('../../dist/adapters/areas/data-source.js');
  const { storages } = await import('../../dist/adapters/areas/storages.js');
  const { carryOut } = await import('../../dist/infrastructure/database/distribution.js');
  const dataSource = await openDataSource({ url, poolSize: 2, ssl: false, isCitus: true });
  await carryOut(
    dataSource,
    storages.flatMap(({ tables }) => tables),
  );
  await dataSource.destroy();
}
