// Buys: a page of 25 rows is read without `Date` objects, which JSON would only write back as text (3 to 8 times the CPU with hydration).
import pg from 'pg';
import type { Instant } from '../../domain/shared/instant.js';

/** The OIDs of the built-in types that need a parser. Values of types without a parser stay strings. */
const { BOOL, INT2, INT4, INT8, NUMERIC, TIMESTAMPTZ, JSON: JSON_OID, JSONB } = pg.types.builtins;
const TEXT_ARRAY = 1009;

const PARSERS = new Map<number, (text: string) => unknown>([
  [BOOL, (text) => text === 't'],
  [INT2, Number],
  [INT4, Number],
  // Counts, and amounts in minor units, are far below 2^53.
  [INT8, Number],
  // A numeric holds hours with two decimals, never money.
  [NUMERIC, Number],
  [TIMESTAMPTZ, toInstant],
  [JSON_OID, (text) => JSON.parse(text) as unknown],
  [JSONB, (text) => JSON.parse(text) as unknown],
  [TEXT_ARRAY, pg.types.getTypeParser(TEXT_ARRAY as never)],
]);

const asWritten = (text: string): string => text;

/** How a connection reads values: from text, never through `Date`. */
export const VALUE_TYPES = {
  getTypeParser: (oid: number) => PARSERS.get(oid) ?? asWritten,
};

/**
 * Parses `2026-11-21 09:30:00.12+00`, as a session in UTC writes a timestamptz(3). In JSON there is a `T` instead of the
 * blank.
 */
export function toInstant(text: string): Instant {
  const fraction = text.slice(20, text.indexOf('+', 19));
  const brand = `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
  return brand as Instant;
}
