import type { EntitySchemaColumnOptions } from 'typeorm';
import { conditionOf } from '../records/record-kind.js';
import { columnOf, quoted, TRACE, type Table } from '../tables/table.js';
import type { StoredKind } from './stored-kinds.js';

/** The SQL of the table in which an import looks for existing records. */
export interface TargetTable {
  readonly from: string;
  /** `existingSql` locks the records that it reads */
  readonly locks: boolean;
  /** the SQL of the value that stands beside a row; undefined: the kind has none */
  readonly beside: string | undefined;
}

/** The shop's own table. */
export function shopTarget({ table, beside }: StoredKind): TargetTable {
  return { from: `${table.name} t`, locks: true, beside: beside?.read };
}

/** The shop's table as it will be after the staged rows are stored. Its rows are not locked. `$1` is the shop. */
export function stagedSight({ table, beside }: StoredKind): TargetTable {
  const columns = [...table.columns.values()].map(quoted).join(', ');
  const staged = stagedName(table);
  const [stored, kept] = beside ? [`, ${beside.read} as ${BESIDE}`, `, ${BESIDE}`] : ['', ''];
  return {
    from: `(select ${columns}${stored} from ${table.name} t
      where t.shop_id = $1 and not exists (select from ${staged} s where s.id = t.id)
      union all select ${columns}${kept} from ${staged}) t`,
    locks: false,
    beside: beside && `t.${BESIDE}`,
  };
}

/** The column of a staged row with the value that stands beside the row. */
export const BESIDE = 'beside_value';

/** The name of the import's temporary table for the staged rows of a table. */
export function stagedName({ name }: Table): string {
  return `staged_${name}`;
}

/** Returns the properties that are read of a record: all columns but the shop and the derived ones. */
function readProperties({ table, derived = {} }: StoredKind): string[] {
  return [...table.columns.keys()].filter((property) => property !== 'shopId' && property !== TRACE && !(property in derived));
}

/** @param beside the SQL of the value that stands beside a row */
export function readList(kind: StoredKind, beside = kind.beside?.read): string {
  const list = readProperties(kind).map((property) => `t.${quoted(columnOf(kind.table, property))} as ${quoted(property)}`);
  if (kind.beside && beside !== undefined) list.push(`${beside} as ${quoted(kind.beside.property)}`);
  return list.join(', ');
}

/**
 * Reads the records whose property `by` has one of the values. The records are found by one property at a time, because no index
 * serves two properties. With `locks`, others cannot change the records, but they can still refer to them. `$1` shop, `$2`
 * values.
 */
export function existingSql(kind: StoredKind, { from, locks, beside }: TargetTable, by: string): string {
  return `select ${readList(kind, beside)} from ${from} where ${isAnyOf(kind.table, by)}${locks ? ' order by t.id for no key update' : ''}`;
}

/**
 * Finds the records to which imported rows refer, with the facts that the import needs. `$1` shop, `$2` values of `by`.
 * @param key the property of these records that references store
 * @param by the property by which the records are found
 */
export function foundSql(kind: StoredKind, key: string, facts: readonly string[], by: string): string {
  const { table, facts: joined = {} } = kind;
  const column = `t.${quoted(columnOf(table, key))}`;
  const list = facts.map((fact) => `, ${joined[fact] ?? `t.${quoted(columnOf(table, fact))}`} as ${quoted(fact)}`).join('');
  return `select ${column} as id, t.external_id as "externalId"${list} from ${table.name} t
    where ${isAnyOf(table, by)} ${conditionOf(kind)}`;
}

/** Finds the records that have one of the values in a unique property. `$1` shop, `$2` values. */
export function holdersSql({ table }: StoredKind, { from }: TargetTable, property: string): string {
  return `select t.id, t.${quoted(columnOf(table, property))} as value from ${from} where ${isAnyOf(table, property)}`;
}

function isAnyOf(table: Table, property: string): string {
  return `t.shop_id = $1 and t.${quoted(columnOf(table, property))} = any($2::${typeOf(table, property)}[])`;
}

/** Finds the highest number in a property; 0 when the shop has no record. `$1` shop. */
export function highestSql({ table }: StoredKind, { from }: TargetTable, property: string): string {
  return `select coalesce(max(t.${quoted(columnOf(table, property))}), 0) as highest from ${from} where t.shop_id = $1`;
}

/** Selects true when the shop has no record in the table. `$1` shop. */
export function isEmptySql({ table }: StoredKind): string {
  return `select not exists (select from ${table.name} t where t.shop_id = $1) as empty`;
}

/** Writes the changed records. `$1` shop, `$2` their rows as a JSON list. */
export function updateSql(kind: StoredKind): string {
  return `update ${kind.table.name} t set ${assignments(kind)} from jsonb_populate_recordset(null::${kind.table.name}, $2::jsonb) s
    where t.shop_id = $1 and t.id = s.id`;
}

/**
 * Removes the unique values of some records before `updateSql` runs (see `parked`). An update of many rows checks unique values
 * row by row, so a value that moves between two records must be free first. `$1` shop, `$2` ids.
 */
export function setAsideSql({ table }: StoredKind, uniques: readonly string[]): string {
  return `update ${table.name} t set ${parked(table, uniques)} where t.shop_id = $1 and t.id = any($2::uuid[])`;
}

/** Removes the unique values of all records that the staged rows change, like `setAsideSql`. `$1` shop. */
export function parkStagedSql({ table }: StoredKind, uniques: readonly string[]): string {
  return `update ${table.name} t set ${parked(table, uniques)} from ${stagedName(table)} s
    where t.shop_id = $1 and t.id = s.id and not s.is_new`;
}

/** Writes the staged changes into the shop's table. A row whose version has changed meanwhile is left as it is. `$1` shop. */
export function landChangesSql(kind: StoredKind): string {
  const { table } = kind;
  return `update ${table.name} t set ${assignments(kind)} from ${stagedName(table)} s
    where t.shop_id = $1 and t.id = s.id and not s.is_new${hasVersion(table) ? ' and t.version = s.version' : ''}`;
}

/** Inserts the staged new rows into the shop's table. `$1` shop. */
export function landNewSql(table: Table): string {
  const columns = [...table.columns.values()].filter((column) => column !== 'shop_id').map(quoted);
  return `insert into ${table.name} (shop_id, ${columns.join(', ')}) select $1, ${columns.map((column) => `s.${column}`).join(', ')}
    from ${stagedName(table)} s where s.is_new`;
}

/** Returns the SQL of the staged values that stand beside the rows, as `BesideValue.write` takes it. @param key see `BesideValue` */
export function stagedBesideSql({ table }: StoredKind, key: string): string {
  return `(select t.${quoted(columnOf(table, key))} as key, t.${BESIDE} as value from ${stagedName(table)} t) s`;
}

/** Adds events, a JSON list of announcements, to a table with the columns of the outbox. `$1` shop, `$2` events. */
export function announceSql(table: string): string {
  return `insert into ${table} (shop_id, id, type, data, cause, created_at)
    select $1, e.id, e.type, e.data, e.cause, e.created_at from jsonb_to_recordset($2::jsonb)
      as e (id uuid, type text, data jsonb, cause jsonb, created_at timestamptz)`;
}

/** Adds the staged events to the outbox. `$1` shop. */
export const LAND_EVENTS_SQL = `insert into outbox (shop_id, id, type, data, cause, created_at)
  select $1, s.id, s.type, s.data, s.cause, s.created_at from staged_outbox s`;

/**
 * Adds the deltas to the counts. The rows are written in key order, so that two writers never deadlock on them. `$1` shop, `$2`
 * list, `$3` buckets, `$4` slot, `$5` deltas.
 */
export const COUNT_SQL = `insert into record_counts as c (shop_id, list, bucket, slot, n)
  select $1, $2, d.bucket, $4, d.delta from unnest($3::text[], $5::bigint[]) as d (bucket, delta) order by d.bucket collate "C"
  on conflict (shop_id, list, bucket, slot) do update set n = c.n + excluded.n`;

function parked(table: Table, uniques: readonly string[]): string {
  const assignments = ['externalId', ...uniques].flatMap((property) => {
    const column = quoted(columnOf(table, property));
    const { nullable, type } = optionsOf(table, property);
    if (nullable) return [`${column} = null`];
    // Numbers are never negative, so the negated number is free. Other unique columns that cannot be null never move between
    // records.
    return type === 'integer' ? [`${column} = -t.${column}`] : [];
  });
  return assignments.join(', ');
}

function assignments({ table }: StoredKind): string {
  const columns = [...table.columns].flatMap(([property, column]) =>
    ['shopId', 'id', 'version', TRACE].includes(property) ? [] : [quoted(column)],
  );
  const sets = columns.map((column) => `${column} = s.${column}`);
  return [...sets, ...(hasVersion(table) ? ['version = t.version + 1'] : [])].join(', ');
}

function hasVersion({ columns }: Table): boolean {
  return columns.has('version');
}

function typeOf(table: Table, property: string): string {
  return String(optionsOf(table, property).type);
}

function optionsOf({ name, schema }: Table, property: string): EntitySchemaColumnOptions {
  const options = new Map(Object.entries(schema.options.columns)).get(property);
  if (!options) throw new Error(`table ${name} has no ${property}`);
  return options;
}
