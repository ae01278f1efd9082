import { recordProperties, selectList, storedValue, type Table } from '../tables/table.js';

/** How one kind of record is stored and counted. */
export interface RecordKind<T> {
  readonly table: Table;
  /** the select list that reads a record, with names from joined tables; `t` is the record's own table */
  readonly select: string;
  /** the SQL after `from`: `tasks t left join …` */
  readonly from: string;
  /** a condition on the row; a row that does not meet it counts as not existing */
  readonly where?: string;
  /** columns that the record does not have, and the function that computes each of them from the record */
  readonly derived?: Readonly<Record<string, (record: T) => unknown>>;
  /** properties that no change of a record changes; an update leaves their columns alone, and refuses a record that differs */
  readonly fixed?: readonly (keyof T & string)[];
  /** derived properties that depend on fixed properties alone */
  readonly fixedDerived?: readonly string[];
  /** for lists that show an exact total: the name of the list, and the function that gives the buckets in which a record counts */
  readonly counted?: { readonly list: string; readonly buckets: (record: T) => readonly string[] };
  /** true: a new record that a unique index refuses is not stored, and the open transaction goes on */
  readonly maybeThere?: boolean;
  /** a table whose rows are written together with a record, and the property in which these rows hold the id of the record */
  readonly child?: { readonly table: Table; readonly parent: string };
}

/** A kind whose records are the rows of one table, without the bookkeeping and the derived columns. */
export function plainKind<T>(kind: Omit<RecordKind<T>, 'select' | 'from'>): RecordKind<T> {
  return { ...kind, select: selectList(kind.table, 't', Object.keys(kind.derived ?? {})), from: `${kind.table.name} t` };
}

export function conditionOf({ where }: Pick<RecordKind<never>, 'where'>): string {
  return where === undefined ? '' : `and ${where}`;
}

/** The properties that an update writes: those that are not fixed, nor derived from fixed ones alone. */
export function changingProperties<T>({ table, fixed = [], fixedDerived = [] }: RecordKind<T>): string[] {
  const left: readonly string[] = [...fixed, ...fixedDerived];
  return recordProperties(table).filter((property) => !left.includes(property));
}

/** @throws Error when a change has changed a fixed property, which an update would not store */
export function requireFixed<T>({ table, fixed = [] }: RecordKind<T>, before: T, next: T): void {
  for (const property of fixed) {
    if (before[property] !== next[property]) throw new Error(`a change of ${table.name} changes ${property}, which is fixed`);
  }
}

/** Returns properties of a record as parameters of a statement; by default all that are stored. */
export function rowOf<T extends object>(
  { table, derived = {} }: RecordKind<T>,
  record: T,
  properties: readonly string[] = recordProperties(table),
): unknown[] {
  return properties.map((property) => {
    const derive = derived[property];
    return storedValue(table, property, derive ? derive(record) : (record as Readonly<Record<string, unknown>>)[property]);
  });
}
