import { loadDemo } from '../../infrastructure/demo-data/load-demo.js';
import type { DemoSize } from '../../infrastructure/demo-data/sizes.js';
import { useOf } from '../../infrastructure/modules/use.js';
import { cloneDatabase, keepAsTemplate, onServer } from './postgres.js';
import { startTestService, type TestService } from './service.js';

const TEMPLATE = 'shop_demo_template';

/** The small demo with few records in its first shop, for tests that load it and do not look at its numbers. */
export const FEW: DemoSize = {
  name: 'small',
  blocks: 1,
  counts: { customers: 25, leads: 20, today: 30, sounds: 2 },
};

/**
 * Starts a service with the small demo, for tests that only read it. The first call of the test run loads the demo into a
 * database, and every call gets a copy of that database.
 */
export async function startDemoService(): Promise<TestService> {
  await onServer(async (client) => {
    // The lock lets only one test file load the demo; the others wait. The end of the connection releases the lock.
    await client.query('select pg_advisory_lock(71406, 3)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount === 0) await keepAsTemplate(await loadedDatabase(), TEMPLATE);
  });
  return startTestService({ database: await cloneDatabase(TEMPLATE) });
}

/**
 * Loads the small demo into a new database.
 * @returns the database's name
 */
async function loadedDatabase(): Promise<string> {
  const database = await cloneDatabase();
  const service = await startTestService({ database: { ...database, drop: () => Promise.resolve() } });
  await loadDemo(service.dataSource, useOf(service.container));
  await service.stop();
  return new URL(database.url).pathname.slice(1);
}
