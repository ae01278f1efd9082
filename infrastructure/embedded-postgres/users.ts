import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { CLUSTER_LOCKS } from '../../adapters/advisory-locks.js';
import { within } from '../../adapters/time-limit.js';
import { DATABASE_USER, type Cluster } from './cluster.js';
import { DatabaseInUse, EmbeddedPostgresError } from './errors.js';
import { connectOrStart, stopServer, type Visit, type StartOptions } from './server.js';

/**
 * Advisory locks show which processes use a server. PostgreSQL ends them with their connection, even when the process was killed.
 * Every process that uses the server shares the lock `users`. The service also holds the lock `owner`. The last process that leaves stops
 * the server: it is alone if it gets the lock `users` for itself, and nobody can enter while it holds that.
 */
const { owner: OWNER, users: USERS, creation: CREATION } = CLUSTER_LOCKS;

const ENTER_LIMIT_MS = 10_000;
const LEAVE_LIMIT_MS = 1500;
const OWNER_LIMIT_MS = 1500; // the lock of a service that was killed or is stopping ends a moment after its process
const DATABASE = 'shop_operations';

/** Connects to the cluster's server as a user of it. */
export async function enter(cluster: Cluster, start: StartOptions): Promise<Visit> {
  const deadline = Date.now() + ENTER_LIMIT_MS;
  do {
    const found = await connectOrStart(cluster, start);
    if (await takes(found.client, 'pg_try_advisory_lock_shared', USERS).catch(() => false)) return found;
    await found.drop(); // the last user is stopping this server: wait for that, and then start a new one
    await sleep(50);
  } while (Date.now() < deadline);
  throw new EmbeddedPostgresError(`the embedded database in ${cluster.dataDir} is being stopped: try again`);
}

/**
 * Connects to the cluster's server as its owner.
 * @throws DatabaseInUse
 */
export async function enterAsOwner(cluster: Cluster, start: StartOptions): Promise<Visit> {
  const found = await enter(cluster, start);
  try {
    const deadline = Date.now() + OWNER_LIMIT_MS;
    while (!(await takes(found.client, 'pg_try_advisory_lock', OWNER))) {
      if (Date.now() > deadline) throw new DatabaseInUse(cluster.dataDir);
      await sleep(50);
    }
    return found;
  } catch (error) {
    await leave(cluster, found, false);
    throw error;
  }
}

/**
 * Ends the use of the server, and stops it if nobody else uses it.
 * @param whenUnknown whether it is to be stopped when it does not answer
 */
export async function leave(cluster: Cluster, { client, server, drop }: Visit, whenUnknown: boolean): Promise<void> {
  const isLast = client
    .query('select pg_advisory_unlock_shared($1, $2)', [...USERS])
    .then(() => takes(client, 'pg_try_advisory_lock', USERS));
  const mustStop = await within(LEAVE_LIMIT_MS, isLast, () => whenUnknown).catch(() => whenUnknown);
  if (mustStop) await stopServer(cluster, server);
  await drop();
}

/** Returns the address of the shops' database. It turns TLS off, because a PGSSLMODE in the environment could turn TLS on. */
export async function openShopDatabase({ password }: Cluster, { client, server }: Visit): Promise<string> {
  await client.query('select pg_advisory_lock($1, $2)', [...CREATION]); // of two processes only one may create the database
  const { rows } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rows.length === 0) await client.query(`create database ${DATABASE}`);
  await client.query('select pg_advisory_unlock($1, $2)', [...CREATION]);
  return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${server.port}/${DATABASE}?sslmode=disable`;
}

async function takes(
  client: Client,
  how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  lock: readonly [number, number],
): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>(`select ${how}($1, $2) as ok`, [...lock]);
  return rows[0]?.ok === true;
}
