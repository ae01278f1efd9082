import type { Table } from './table.js';
import { toInstant } from '../connection/values.js';

/** Returns the SQL of one JSON value that holds a list of rows. `nestedRows` turns that value into records. */
export function nested(rows: string): string {
  return `(select coalesce(json_agg(r), '[]') from (${rows}) r)`;
}

/**
 * Parses the instants in rows that `nested` has selected, because PostgreSQL writes an instant in JSON in a format of its own.
 * All other values need no conversion.
 */
export function nestedRows<T extends object>({ schema }: Table, rows: readonly T[]): T[] {
  const instants = Object.entries(schema.options.columns).flatMap(([property, column]) =>
    column?.type === 'timestamptz' ? [property] : [],
  );
  return rows.map((row) => {
    const values = row as Readonly<Record<string, unknown>>;
    const read = instants.flatMap((property) => {
      const written = values[property];
      return typeof written === 'string' ? [[property, toInstant(written)] as const] : [];
    });
    return { ...row, ...Object.fromEntries(read) };
  });
}
