import { toInstant } from '../../postgres/values.js';
import type { Table } from './table.js';

/** Returns the SQL of one JSON value that holds a list of rows. `nestedRows` turns that value into records. */
export function nested(rows: string): string {
  return `(select coalesce(json_agg(r), '[]') from (${rows}) r)`;
}

/**
 * Parses the instants in rows that `nested` has selected, because PostgreSQL writes an instant in JSON in a format of its own.
 * All other values need no conversion.
 */
export function nestedRows<T extends object>({ instants }: Table, rows: readonly T[]): T[] {
  return rows.map((row) => {
    const read = { ...row };
    const values = read as Record<string, unknown>; // safe: only instants are written, and an instant stays one
    for (const property of instants) {
      const written = values[property];
      if (typeof written === 'string') values[property] = toInstant(written);
    }
    return read;
  });
}
