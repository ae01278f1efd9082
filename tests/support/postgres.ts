import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database for one test file. On Citus it is one on each server, all of them copies of the template's parts.
 * @param template the database to copy; by default the one that SHOP_TEST_TEMPLATE names, or else the migrated template
 */
export async function cloneDatabase(template = process.env['SHOP_TEST_TEMPLATE'] ?? 'shop_template'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onEveryServer(async (client) => {
    // The lock lets test files clone one after the other. The end of the connection releases the lock.
    await client.query('select pg_advisory_lock(71406, 2)');
    // Copying the files takes less time than writing each page to the log.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  const drop = async (client: pg.Client): Promise<unknown> => {
    if (workerUrls().length > 0) await endSessions(client, name);
    return client.query(`drop database ${name} with (force)`);
  };
  return { url: url.href, drop: () => onEveryServer(drop) };
}

/** Renames a database to a template. Nobody may connect to it any more: a template with sessions cannot be copied. */
export async function keepAsTemplate(name: string, template: string): Promise<void> {
  await onEveryServer(async (client) => {
    await endSessions(client, name);
    if (name !== template) await client.query(`alter database ${name} rename to ${template}`);
  });
}

/** Ends the sessions of a database, those of Citus' own processes, too, which would begin again. */
async function endSessions(client: pg.Client, name: string): Promise<void> {
  await client.query(`alter database ${name} allow_connections false`);
  await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [name]);
}

/** the address of the server of the test run; with Citus, that of the coordinator */
export function serverUrl(): string {
  const url = process.env['SHOP_TEST_SERVER'];
  if (url === undefined) throw new Error('jest has not run its global set-up');
  return url;
}

/** the addresses of the workers of Citus; none: the tests run on plain PostgreSQL */
export function workerUrls(): readonly string[] {
  return process.env['SHOP_TEST_WORKERS']?.split(',') ?? [];
}

export async function onServer(work: (client: pg.Client) => Promise<unknown>, url = serverUrl()): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export async function onEveryServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  await Promise.all([serverUrl(), ...workerUrls()].map((url) => onServer(work, url)));
}
