import type { ExtraRows } from './extra-tables.js';
import {
  columnOf,
  optionsOf,
  quoted,
  selectList,
  shopKey,
  storedValue,
  table,
  writtenProperties,
  type Table,
} from '../tables/table.js';

export const recordCountTable = table<{ shopId: string; list: string; bucket: string; slot: number; n: number }>(
  'record_counts',
  {
    shopId: shopKey,
    list: { type: 'text', primary: true },
    bucket: { type: 'text', primary: true, collation: 'C' },
    slot: { type: 'smallint', primary: true },
    n: { type: 'bigint' },
  },
);

/** How one kind of record is stored and counted. */
export interface RecordKind<T> {
  readonly table: Table;
  /** the select list that reads a record, with names from joined tables; `t` is the record's own table */
  readonly select: string;
  /** the SQL after `from`: `tasks t left join …` */
  readonly from: string;
  /** a condition on the row; a row that does not meet it counts as not existing */
  readonly where?: string;
  /** true: whoever changes a record that was erased has it back, so that those who copy the records are told of it again */
  readonly returns?: boolean;
  /** columns that the record does not have, and the function that computes each of them from the record */
  readonly derived?: Readonly<Record<string, (record: T) => unknown>>;
  /** properties that a change leaves as they are, unless the one that is named changes, too, or there is no value any more */
  readonly keptWith?: Readonly<Record<string, string>>;
  /** for lists that show an exact total: the name of the list, and the function that gives the buckets in which a record counts */
  readonly counted?: { readonly list: string; readonly buckets: (record: T) => readonly string[] };
  /** the fields of extensions */
  readonly extra?: ExtraRows;
  /** a table whose rows are written together with a record, and the property in which these rows hold the id of the record */
  readonly child?: { readonly table: Table; readonly parent: string };
}

/** A kind whose records are the rows of one table, without the bookkeeping and the derived columns. */
export function plainKind<T>(kind: Omit<RecordKind<T>, 'select' | 'from'>): RecordKind<T> {
  return { ...kind, select: selectList(kind.table, 't', Object.keys(kind.derived ?? {})), from: `${kind.table.name} t` };
}

/**
 * Returns the SQL of an assignment in an update of `t`.
 * @param valueOf the SQL of the new value of a property
 */
export function assignment<T>(
  { table, keptWith }: RecordKind<T>,
  property: string,
  valueOf: (property: string) => string,
): string {
  const column = quoted(columnOf(table, property));
  const other = keptWith?.[property];
  if (other === undefined) return `${column} = ${valueOf(property)}`;
  const typed = (name: string): string => `${valueOf(name)}::${String(optionsOf(table, name).type)}`;
  const isSame = `t.${quoted(columnOf(table, other))} = ${typed(other)}`;
  return `${column} = case when ${isSame} and ${typed(property)} is not null then t.${column} else ${typed(property)} end`;
}

export function conditionOf({ where }: Pick<RecordKind<never>, 'where'>): string {
  return where === undefined ? '' : `and ${where}`;
}

/** Returns a record as parameters of a statement. */
export function rowOf<T extends object>(kind: RecordKind<T>, record: T): unknown[] {
  return writtenProperties(kind.table).map((property) => storedValue(kind.table, property, valueOf(kind, record, property)));
}

/** Returns a record as an object with a property for each column. */
export function rowByColumn<T extends object>(kind: RecordKind<T>, record: T): object {
  const values = writtenProperties(kind.table).map((property) => [
    columnOf(kind.table, property),
    valueOf(kind, record, property),
  ]);
  return Object.fromEntries(values) as object;
}

function valueOf<T extends object>({ derived = {} }: RecordKind<T>, record: T, property: string): unknown {
  const derive = derived[property];
  return derive ? derive(record) : (record as Readonly<Record<string, unknown>>)[property];
}

/** Counts how many records each bucket of a kind gains or loses. */
export class BucketDeltas<T> {
  private readonly deltas = new Map<string, number>();

  constructor(private readonly counted: RecordKind<T>['counted']) {}

  count(record: T, by: 1 | -1): void {
    for (const bucket of this.counted?.buckets(record) ?? []) this.deltas.set(bucket, (this.deltas.get(bucket) ?? 0) + by);
  }

  /** Returns the buckets that gain or lose records. The statements write them in key order, as every writer of counts does. */
  entries(): [bucket: string, delta: number][] {
    return [...this.deltas].filter(([, delta]) => delta !== 0);
  }
}
