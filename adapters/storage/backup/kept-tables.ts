import type { ClientBase } from 'pg';
import { DROPPED_KEYS } from '../distribution/catalog.js';

/** A table that is in backups. */
export interface KeptTable {
  readonly name: string;
  /** without those that PostgreSQL computes */
  readonly columns: readonly string[];
  /** the expressions by which the rows are ordered */
  readonly order: readonly string[];
}

export interface SequenceState {
  readonly name: string;
  /** a text, because it may be larger than a number of JavaScript */
  readonly last: string;
  readonly called: boolean;
}

/**
 * The tables that are made anew in a restored database, or mean nothing there: TypeORM's lists, the answers of requests that nobody
 * will repeat, and the state of a distribution and of a restore.
 */
const LEFT_OUT = ['migrations', 'typeorm_metadata', 'idempotency_keys', DROPPED_KEYS, 'unfinished_restore'];

const OWN = `c.relnamespace = current_schema()::regnamespace
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Texts are ordered by their bytes, so that every server gives the rows in one order, whatever its locale. */
const TABLES = `select c.relname as name,
    (select json_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select json_agg(format(case when a.attcollation = 0 then 't.%I' else 't.%I collate "C"' end, a.attname) order by k.place)
      from pg_index i, unnest(i.indkey::smallint[]) with ordinality k (number, place)
        join pg_attribute a on a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid), '["t::text collate \\"C\\""]') as order
  from pg_class c where ${OWN} and c.relkind = 'r' and c.relname <> all($1) order by c.relname collate "C"`;

const SEQUENCES = `select c.relname as name from pg_class c where ${OWN} and c.relkind = 'S'
  and not exists (select from pg_depend d join pg_class t on t.oid = d.refobjid
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and t.relname = any($1))
  order by c.relname collate "C"`;

/** The tables of the service and its extensions. Those of the queue are in another schema, and are in no backup. */
export async function keptTables(client: ClientBase): Promise<KeptTable[]> {
  return (await client.query<KeptTable>(TABLES, [LEFT_OUT])).rows;
}

export async function sequenceStates(client: ClientBase): Promise<SequenceState[]> {
  const states: SequenceState[] = [];
  for (const { name } of (await client.query<{ name: string }>(SEQUENCES, [LEFT_OUT])).rows) {
    const sql = `select last_value::text as last, is_called as called from ${client.escapeIdentifier(name)}`;
    const { rows } = await client.query<Omit<SequenceState, 'name'>>(sql);
    states.push(...rows.map((state) => ({ name, ...state })));
  }
  return states;
}

/** The first table of the schema, also one that is in no backup; null: there is none. */
export async function anyTable(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where ${OWN} and c.relkind = 'r' limit 1`,
  );
  return rows[0]?.name ?? null;
}
