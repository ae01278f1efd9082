import type { Instant } from '../../domain/shared/instant.js';
import { ORIGINS, type Origin } from '../../domain/shared/origin.js';
import { DateTime, OneOf, Text, Uuid } from '../fields/fields.js';
import { field, Invalid } from '../fields/field.js';

/** How every column is declared: absent is untouched, an empty cell (null) clears. */
export const cell = { change: true, nullable: true } as const;

/** What a record is called where it came from. */
export function ExternalId(options: { readonly description?: string; readonly example?: string } = {}): PropertyDecorator {
  return Text({ max: 200, ...cell, ...options });
}

/** A list of rows of another kind, which the engine reads as such. */
export function Rows(options: { readonly description: string; readonly max: number }): PropertyDecorator {
  const { max, description } = options;
  const problem = `must be a list of at most ${max} objects`;
  const isRow = (one: unknown): boolean => typeof one === 'object' && one !== null && !Array.isArray(one);
  return field({
    schema: { type: 'array', maxItems: max, description },
    required: false,
    place: 'input',
    read: (raw) => {
      if (raw === undefined || raw === null) return undefined;
      return Array.isArray(raw) && raw.length <= max && raw.every(isRow) ? raw : new Invalid(problem);
    },
  });
}

/** The columns that rows of every kind have; a kind's own class extends it. */
export class ImportRow {
  @ExternalId({ description: 'What the record is called where it comes from. A row with a known one changes that record; an empty one is none.', example: 'C-1001' })
  external_id?: string | null;
  @Uuid({ ...cell, description: 'Our own id. One that this shop has changes that record; any other counts with --restore only.' })
  id?: string | null;
  @OneOf(ORIGINS, { ...cell, description: 'With --restore only.' }) origin?: Origin | null;
  @DateTime({ ...cell, description: 'Now, when not given.', example: '2024-05-17T09:30:00Z' }) created_at?: Instant | null;
}

/** Beside those that are spelled alike: the API calls a record's thread its `conversation`. */
const properties = new Map([['conversation', 'conversationId']]);

/** `postal_code` → `postalCode` */
export function propertyOf(column: string): string {
  const known = properties.get(column);
  if (known !== undefined) return known;
  const property = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  properties.set(column, property);
  return property;
}

/** The engine's own. */
const PROVENANCE: ReadonlySet<string> = new Set(['id', 'external_id', 'origin']);

/**
 * The record with all columns of the row that are properties of it; null clears. When a record was created is never cleared.
 * @param cleared what a property that is never null is when it is cleared
 */
export function given<T extends object>(before: T, row: ImportRow, cleared: Partial<T> = {}): T {
  const next = { ...before } as Record<string, unknown>; // a copy, whose properties are written by name
  const instead = cleared as Readonly<Record<string, unknown>>;
  const values = row as Readonly<Record<string, unknown>>;
  for (const column in values) {
    const property = propertyOf(column);
    const value = values[column];
    if (!(property in next) || PROVENANCE.has(column) || (value === null && property === 'createdAt')) continue;
    next[property] = value ?? instead[property] ?? null;
  }
  // Every value was read by the field of its column.
  return next as T;
}
