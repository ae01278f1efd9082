import type { Client } from 'pg';
import { CLUSTER_LOCKS } from '../../adapters/advisory-locks.js';

/**
 * The advisory locks by which processes show that they use the server. A visitor is a process of the command line that uses the
 * server for a time.
 * `owner`: held by the service as long as it runs, and by the last visitor while it stops a server that a visitor started.
 * `visitors`: a shared lock that all visitors hold.
 * PostgreSQL ends a lock with its connection, even when the process was killed.
 */
const { owner: OWNER, visitors: VISITORS } = CLUSTER_LOCKS;

export const OWNER_NAME = 'shop-operations owner';
export const VISITOR_NAME = 'shop-operations visitor';

export async function claimOwnership(client: Client): Promise<boolean> {
  return isTrue(client, 'select pg_try_advisory_lock($1, $2) as ok', OWNER);
}

export async function announceVisit(client: Client): Promise<boolean> {
  return isTrue(client, 'select pg_try_advisory_lock_shared($1, $2) as ok', VISITORS);
}

/**
 * Tells whether this visitor must stop the server: a visitor started the server, this is its last visitor, and no service has
 * taken it over.
 */
export async function claimAsLastVisitor(client: Client): Promise<boolean> {
  if (!(await wasStartedByVisitor(client))) return false;
  await client.query('select pg_advisory_unlock_shared($1, $2)', [...VISITORS]);
  if (!(await claimOwnership(client))) return false;
  return claimWithoutVisitors(client);
}

export async function wasStartedByVisitor(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ cluster_name: string }>('show cluster_name');
  return rows[0]?.cluster_name === 'visitor';
}

/** Takes the visitors' lock for this process alone, unless there is a visitor. New visitors then wait. */
export async function claimWithoutVisitors(client: Client): Promise<boolean> {
  return isTrue(client, 'select pg_try_advisory_lock($1, $2) as ok', VISITORS);
}

/** Gives up the lock that `claimOwnership` took. */
export async function releaseOwnership(client: Client): Promise<void> {
  await client.query('select pg_advisory_unlock($1, $2)', [...OWNER]);
}

/** Tells whether a service holds the owner's lock. If not, a visitor may hold it while it stops the server. */
export async function isOwnedByService(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 2
       and l.database = (select oid from pg_database where datname = current_database())
       and l.classid = $1::bigint::oid and l.objid = $2::bigint::oid and a.application_name = $3`,
    [...OWNER, OWNER_NAME],
  );
  return rows.length > 0;
}

async function isTrue(client: Client, statement: string, lock: readonly [number, number]): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>(statement, [...lock]);
  return rows[0]?.ok === true;
}
