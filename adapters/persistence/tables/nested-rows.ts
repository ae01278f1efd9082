import type { Table } from './table.js';
import { toInstant } from '../connection/values.js';

/** A list of rows as one value of another row: JSON, in which `nestedRows` makes records of them. */
export function nested(rows: string): string {
  return `(select coalesce(json_agg(r), '[]') from (${rows}) r)`;
}

/** In JSON PostgreSQL writes an instant in a way of its own; everything else is a record's value as it comes. */
export function nestedRows<T extends object>({ schema }: Table, rows: readonly T[]): T[] {
  const instants = Object.entries(schema.options.columns).flatMap(([property, column]) => (column?.type === 'timestamptz' ? [property] : []));
  return rows.map((row) => {
    const values = row as Readonly<Record<string, unknown>>;
    const read = instants.flatMap((property) => {
      const written = values[property];
      return typeof written === 'string' ? [[property, toInstant(written)] as const] : [];
    });
    return { ...row, ...Object.fromEntries(read) };
  });
}
