import { recordProperties, selectList, storedValue, type Table } from '../tables/table.js';

/** How one kind of record is stored and counted. */
export interface RecordKind<T> {
  readonly table: Table;
  /** the columns of a record as it is read, including names from other tables; `t` is the table */
  readonly select: string;
  /** the SQL after `from`: `tasks t left join …` */
  readonly from: string;
  /** a further condition; a row that does not meet it counts as not existing */
  readonly where?: string;
  /** columns that are computed from the record and are not part of it */
  readonly derived?: Readonly<Record<string, (record: T) => unknown>>;
  /** for records whose exact number a list shows: the list, and the bucket of each record */
  readonly counted?: { readonly list: string; readonly bucket: (record: T) => string };
  /** a table whose rows are written together with a record */
  readonly child?: { readonly table: Table; readonly parent: string };
}

/** A kind whose records are the rows of their table without the derived columns. */
export function plainKind<T>(kind: Omit<RecordKind<T>, 'select' | 'from'>): RecordKind<T> {
  return { ...kind, select: selectList(kind.table, 't', Object.keys(kind.derived ?? {})), from: `${kind.table.name} t` };
}

export function conditionOf({ where }: Pick<RecordKind<never>, 'where'>): string {
  return where === undefined ? '' : `and ${where}`;
}

/** The row of a record, in the order of the table's columns, as parameters of a statement. */
export function rowOf<T extends object>({ table, derived = {} }: RecordKind<T>, record: T): unknown[] {
  return recordProperties(table).map((property) => {
    const derive = derived[property];
    return storedValue(table, property, derive ? derive(record) : (record as Readonly<Record<string, unknown>>)[property]);
  });
}
