import pg from 'pg';
import type { DataSource } from 'typeorm';
import { SHOP_ROWS } from '../../adapters/storage/tables/shop-rows.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { locked, migrateUp, migrationStates, untilUnlocked, type Migrating } from './migrations.js';

/** SQLSTATE: the role may not do that. */
const DENIED = '42501';
const QUEUE = 'graphile_worker';
const CHANGE = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** The tables of the queue, each with whether its rows are hidden from all who do not own it. */
const QUEUE_TABLES = `select relname as name, relrowsecurity as hidden from pg_class
  where relnamespace = '${QUEUE}'::regnamespace and relkind in ('r', 'v') order by relname`;

interface QueueTable {
  readonly name: string;
  readonly hidden: boolean;
}

/**
 * Lets a role work with the tables and the queue, and nothing else: it can neither change a table nor carry out a migration. A later
 * migration may add a table, so this follows each one.
 * @param tables the names of the tables
 * @throws Error when there is no such role
 */
export function grantTo(dataSource: DataSource, role: string, tables: readonly string[]): Promise<void> {
  return locked(dataSource, async (patient) => {
    if ((await patient.query<unknown[]>('select from pg_roles where rolname = $1', [role])).length === 0)
      throw new Error(`there is no role ${role}: make it with create role, see deploy/roles.sql`);
    const queue = await patient.query<QueueTable[]>(QUEUE_TABLES);
    const policies = await patient.query<{ table: string }[]>(
      'select tablename as table from pg_policies where schemaname = $1 and policyname = $2',
      [QUEUE, role],
    );
    const named = new Set(policies.map(({ table }) => table));
    const shown = queue.filter(({ name, hidden }) => hidden && !named.has(name));
    for (const sql of grants(role, await databaseOf(patient), tables, queue, shown))
      await untilUnlocked(() => patient.query(sql));
  });
}

async function databaseOf(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.query<[{ name: string }]>('select current_database() as name');
  return row.name;
}

function grants(
  role: string,
  database: string,
  tables: readonly string[],
  queue: readonly QueueTable[],
  shown: readonly QueueTable[],
): string[] {
  const whom = pg.escapeIdentifier(role);
  const named = (names: readonly string[], schema: string): string =>
    names.map((name) => `${schema}.${pg.escapeIdentifier(name)}`).join(', ');
  const { migrations, changed } = split(queue.map(({ name }) => name));
  return [
    // An import has temporary tables.
    `grant connect, temporary on database ${pg.escapeIdentifier(database)} to ${whom}`,
    `grant usage on schema public, ${QUEUE} to ${whom}`,
    `grant ${CHANGE.join(', ')} on ${named(tables, 'public')}, ${named(changed, QUEUE)} to ${whom}`,
    `grant select on public.migrations, public.${SHOP_ROWS}, ${named(migrations, QUEUE)} to ${whom}`,
    `grant usage, select on all sequences in schema public, ${QUEUE} to ${whom}`,
    `grant execute on all functions in schema ${QUEUE} to ${whom}`,
    ...shown.map(({ name }) => `create policy ${whom} on ${named([name], QUEUE)} to ${whom} using (true) with check (true)`),
  ];
}

/** The lists of carried out migrations are read only. */
function split(names: readonly string[]): { readonly migrations: string[]; readonly changed: string[] } {
  const isList = (name: string): boolean => name === 'migrations';
  return { migrations: names.filter(isList), changed: names.filter((name) => !isList(name)) };
}

/** What the service only reads, of what is not in the queue. */
const READ_ONLY = `'migrations', '${SHOP_ROWS}'`;
/** What the role of this session lacks on the tables `$1` and on the queue. What is not there yet counts as not lacking. */
const LACKING = `
  with schemas as (select oid, nspname from pg_namespace where nspname in ('public', '${QUEUE}')),
  objects as (
    select c.oid, s.nspname, c.relname, c.relkind, case when s.nspname = 'public' then c.relname else s.nspname || '.' || c.relname end as name
    from pg_class c join schemas s on s.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'S') and (s.nspname = '${QUEUE}' or c.relname in (${READ_ONLY}) or c.relname = any($1) or c.relkind = 'S')
  )
  select 'USAGE on the schema ' || nspname as lack from schemas where not has_schema_privilege(oid, 'USAGE')
  union all
  select wanted || ' on ' || name from objects, unnest(case when relname in (${READ_ONLY}) then '{SELECT}' else $2::text[] end) as wanted
  where relkind <> 'S' and not has_table_privilege(oid, wanted)
  union all
  select wanted || ' on the sequence ' || name from objects, unnest('{USAGE,SELECT}'::text[]) as wanted
  where case relkind when 'S' then not has_sequence_privilege(oid, wanted) end
  union all
  select 'EXECUTE on ' || p.oid::regprocedure from pg_proc p join schemas s on s.oid = p.pronamespace and s.nspname = '${QUEUE}'
  where not has_function_privilege(p.oid, 'EXECUTE')
  union all
  select 'a policy on ' || name from objects where relkind = 'r' and row_security_active(oid) and not exists (
    select from pg_policy where polrelid = objects.oid and exists (select from unnest(polroles) as r where r = 0 or pg_has_role(r, 'USAGE')))`;

/**
 * The rights that the role of this session lacks, in one line with the cure; null: none.
 * @param tables the names of the tables
 */
export async function missingRights(dataSource: DataSource, tables: readonly string[]): Promise<string | null> {
  const lacks = await dataSource.query<{ lack: string }[]>(LACKING, [tables, CHANGE]);
  const [first] = lacks;
  if (first === undefined) return null;
  const role = await roleOf(dataSource);
  const more = lacks.length > 1 ? ` and ${lacks.length - 1} more` : '';
  return `the role ${role} lacks ${first.lack}${more}: ${cureFor(role)}`;
}

/**
 * Brings the tables up to date, as `migrateUp` does. The role of a service may only find that nothing is pending.
 * @param tables the names of the tables
 * @throws Error that names what the role of this session lacks
 */
export async function migrateAsAllowed(
  dataSource: DataSource,
  tables: readonly string[],
  migrating: Migrating,
): Promise<string[]> {
  const lacking = await missingRights(dataSource, tables);
  if (lacking !== null) throw new Error(lacking);
  try {
    return await migrateUp(dataSource, migrating);
  } catch (error) {
    if (!isDenied(error)) throw error;
    const pending = (await migrationStates(dataSource)).filter(({ applied }) => !applied).map(({ name }) => name);
    const what = pending.join(', ') || 'those of the queue';
    const role = await roleOf(dataSource);
    throw new Error(`migrations are pending (${what}), and the role ${role} may not carry them out: ${cureFor(role)}`, {
      cause: error,
    });
  }
}

function isDenied(error: unknown): boolean {
  if (systemCodeOf(error) === DENIED) return true;
  return error instanceof Error && error.cause !== undefined && isDenied(error.cause);
}

async function roleOf(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.query<[{ role: string }]>('select current_user as role');
  return row.role;
}

function cureFor(role: string): string {
  return `run shop-ops migrate --grant-to ${role} as the owner of the tables`;
}
