import { quoted, storedValue, type Table } from './table.js';

export interface Insertion<Row extends object> {
  /** the statement: `insert into … values ($1, …)` */
  readonly sql: string;
  /** the parameters of the statement */
  readonly valuesOf: (row: Row) => unknown[];
}

/**
 * Makes the insertion of one row, with a parameter for each column of the table. It is for rare writes; frequent writes use the
 * statements of `RecordStore`.
 * @param leftOut properties whose columns get their defaults
 */
export function insertion<Row extends object>(table: Table, leftOut: readonly string[] = []): Insertion<Row> {
  const columns = [...table.columns].filter(([property]) => !leftOut.includes(property));
  const names = columns.map(([, column]) => quoted(column));
  const parameters = columns.map((_, index) => `$${index + 1}`);
  return {
    sql: `insert into ${table.name} (${names.join(', ')}) values (${parameters.join(', ')})`,
    valuesOf: (row) => columns.map(([property]) => storedValue(table, property, row[property as keyof Row])),
  };
}
