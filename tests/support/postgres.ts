import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database for the test file.
 * @param template the database to clone; by default SHOP_TEST_TEMPLATE, or else the migrated template
 */
export async function cloneDatabase(template = process.env['SHOP_TEST_TEMPLATE'] ?? 'shop_template'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    // Two test files may clone at the same moment, but PostgreSQL makes only one clone at a time.
    await client.query('select pg_advisory_lock(71406, 2)');
    await client.query(`create database ${name} template ${template}`);
  });
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer((client) => client.query(`drop database ${name} with (force)`)) };
}

function serverUrl(): string {
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
