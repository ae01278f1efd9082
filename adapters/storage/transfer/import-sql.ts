import { conditionOf } from '../records/record-kind.js';
import { columnOf, givenProperties, optionsOf, quoted, type Table } from '../tables/table.js';
import type { StoredKind } from './stored-kinds.js';

/** The table in which an import looks for existing records. */
export interface TargetTable {
  /**
   * Returns the SQL that selects from its rows, each of which is `t`.
   * @param only the columns that the list needs; by default all of them, and the values beside the row
   */
  select(list: string, condition: string, only?: readonly string[]): string;
  /** `existingSql` locks the records that it reads */
  readonly locks: boolean;
  /** the SQL of each value that stands beside a row */
  readonly beside: readonly string[];
}

/** Returns the properties that are read of a record: all columns but the shop and the derived ones. */
function readProperties({ table, derived = {} }: StoredKind): string[] {
  return givenProperties(table).filter((property) => property !== 'shopId' && !(property in derived));
}

/** @param values the SQL of each value that stands beside a row */
export function readList(
  { beside = [], ...kind }: StoredKind,
  values: readonly string[] = beside.map(({ read }) => read),
): string {
  const list = readProperties(kind).map((property) => `t.${quoted(columnOf(kind.table, property))} as ${quoted(property)}`);
  list.push(...beside.map(({ property }, index) => `${values[index]} as ${quoted(property)}`));
  return list.join(', ');
}

/**
 * Reads the records whose property `by` has one of the values. The records are found by one property at a time, because no index
 * serves two properties. With `locks`, others cannot change the records, but they can still refer to them. `$1` shop, `$2`
 * values.
 */
export function existingSql(kind: StoredKind, target: TargetTable, by: string): string {
  const found = target.select(readList(kind, target.beside), isAnyOf(kind.table, by));
  return target.locks ? `${found} order by t.id for no key update` : found;
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
export function holdersSql({ table }: StoredKind, target: TargetTable, property: string): string {
  const column = quoted(columnOf(table, property));
  return target.select(`t.id, t.${column} as value`, isAnyOf(table, property), ['id', column]);
}

function isAnyOf(table: Table, property: string): string {
  return `t.shop_id = $1 and t.${quoted(columnOf(table, property))} = any($2::${typeOf(table, property)}[])`;
}

/** Finds the highest number in a property; 0 when the shop has no record. `$1` shop. */
export function highestSql({ table }: StoredKind, target: TargetTable, property: string): string {
  const column = quoted(columnOf(table, property));
  return target.select(`coalesce(max(t.${column}), 0) as highest`, 't.shop_id = $1', ['id', column]);
}

/** Selects true when the shop has no record in the table. `$1` shop. */
export function isEmptySql({ table }: StoredKind): string {
  return `select not exists (select from ${table.name} t where t.shop_id = $1) as empty`;
}

function typeOf(table: Table, property: string): string {
  return String(optionsOf(table, property).type);
}
