import { citusServers, distribute, makeDatabase } from '../../workshop/harness/citus.mjs';
import buildForTests from './build-for-tests.mjs';
import { importBuilt } from './built.mjs';
import { dropDatabasesOfTests, migrateTemplate, TEMPLATE } from './template.mjs';

/** A migrated database that is not distributed yet. */
const MIGRATED = 'shop_migrated_template';
/** Makes a template database on each server of a Citus cluster and distributes it. Each test file gets a copy of its parts. */
export default async function setup() {
  const servers = citusServers();
  if (servers.length < 2) throw new Error('CITUS_URL must name the coordinator and the workers, see docs/testing.md');
  buildForTests();
  const drop = () => Promise.all(servers.map(dropDatabasesOfTests));
  await drop();
  const [coordinator, ...workers] = servers;
  await makeDatabase(servers, TEMPLATE);
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
