import { conditionOf } from '../records/record-kind.js';
import { columnOf, givenProperties, optionsOf, quoted, type Table } from '../tables/table.js';
import type { StoredKind } from './stored-kinds.js';

/** The SQL of the table `t` in which an import looks for existing records. */
export interface TargetTable {
  readonly from: string;
  /** `existingSql` locks the records that it reads */
  readonly locks: boolean;
  /** the SQL of the value that stands beside a row; undefined: the kind has none */
  readonly beside: string | undefined;
}

/** Returns the properties that are read of a record: all columns but the shop and the derived ones. */
function readProperties({ table, derived = {} }: StoredKind): string[] {
  return givenProperties(table).filter((property) => property !== 'shopId' && !(property in derived));
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

function typeOf(table: Table, property: string): string {
  return String(optionsOf(table, property).type);
}
