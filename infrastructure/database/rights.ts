import { WORKER_LOCKS } from '../../adapters/advisory-locks.js';
import type { Database } from '../../adapters/storage/database.js';
import { statement } from '../../adapters/storage/statement.js';
import type { Storage } from '../../adapters/storage/storage.js';
import { SHOP_ROWS } from '../../adapters/storage/tables/shop-rows.js';

/** What the database lets the role of the service do, and who does the background work on it. */
export interface DatabaseLook {
  /** the service's tables that its role cannot read and write */
  readonly lost: readonly string[];
  /** whether the role can add work to the queue */
  readonly queue: boolean;
  /** whether a worker of any instance lives */
  readonly workers: boolean;
}

const MAY = ['select', 'insert', 'update', 'delete'].map((right) => `has_table_privilege(c.oid, '${right}')`).join(' and ');
/** A table that the role cannot name, because it lacks its schema, is lost, too. The view is only read. */
const LOST = `select array_agg(n.name order by n.name) from unnest($1::text[] || '${SHOP_ROWS}'::text) n (name)
  left join pg_class c on c.oid = to_regclass(n.name)
  where c.oid is null or not case c.relkind when 'v' then has_table_privilege(c.oid, 'select') else ${MAY} end`;
/** Who does not own a table with row-level security needs a policy that lets it add rows. */
const QUEUE = `select count(*) = 3 from pg_class c join pg_namespace s on s.oid = c.relnamespace
  where s.nspname = 'graphile_worker' and c.relname in ('_private_jobs', '_private_tasks', '_private_job_queues')
    and has_schema_privilege(s.oid, 'usage') and ${MAY} and (not row_security_active(c.oid) or exists (
    select from pg_policy p, unnest(p.polroles) r (id) where p.polrelid = c.oid and p.polcmd in ('*', 'a')
      and case r.id when 0 then true else pg_has_role(current_user, r.id, 'usage') end))`;
const WORKERS = `select exists (select from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and l.classid = ${WORKER_LOCKS} and l.granted and d.datname = current_database())`;

const LOOK = statement('database.look', `select coalesce((${LOST}), '{}') as lost, (${QUEUE}) as queue, (${WORKERS}) as workers`);

export function tableNames(storages: readonly Storage[]): readonly string[] {
  return storages.flatMap(({ tables }) => tables.map(({ name }) => name));
}

/** @param tables the names of the service's tables */
export async function lookAtDatabase(database: Database, tables: readonly string[]): Promise<DatabaseLook> {
  const [found] = await database.read<DatabaseLook>(LOOK, [tables]);
  return found ?? { lost: tables, queue: false, workers: false };
}
