import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database for one test file.
 * @param template the database to copy; by default the one that SHOP_TEST_TEMPLATE names, or else the migrated template
 */
export async function cloneDatabase(template = process.env['SHOP_TEST_TEMPLATE'] ?? 'shop_template'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    // The lock lets test files clone one after the other. The end of the connection releases the lock.
    await client.query('select pg_advisory_lock(71406, 2)');
    // Copying the files takes less time than writing each page to the log.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer((client) => client.query(`drop database ${name} with (force)`)) };
}

/** the address of the server of the test run */
export function serverUrl(): string {
  const url = process.env['SHOP_TEST_SERVER'];
  if (url === undefined) throw new Error('jest has not run its global set-up');
  return url;
}

export async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
