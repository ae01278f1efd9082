import type { Instant } from '../../domain/shared/instant.js';
import { ORIGINS, type Origin } from '../../domain/shared/origin.js';
import { field, Invalid, type FieldsClass } from '../kernel/fields/field.js';
import { DateTime, Int, OneOf, Text, Uuid } from '../kernel/fields/fields.js';
import { isObject } from '../kernel/fields/json-body.js';
import type { AnyKind } from './import-kind.js';

/**
 * The options of a column that may be absent or empty: an absent column changes nothing. An empty cell is read as null and
 * usually clears the value.
 */
export const cell = { change: true, nullable: true } as const;

/** A column with the id that a record has in the system that it comes from. */
export function ExternalId(options: { readonly description?: string; readonly example?: string } = {}): PropertyDecorator {
  return Text({ max: 200, ...cell, ...options });
}

/** A column that holds rows of another kind (NDJSON only). */
export interface NestedRows {
  readonly column: string;
  readonly kind: () => AnyKind;
  /** the column in which the inner rows refer to the record of the outer row */
  readonly reference: string;
}

interface RowsOptions extends Omit<NestedRows, 'column'> {
  readonly max: number;
  readonly description: string;
}

const nestedRows = new WeakMap<object, NestedRows>();

export function nestedRowsOf(row: FieldsClass): NestedRows | null {
  return nestedRows.get(row) ?? null;
}

/** A column with a list of rows of another kind. Only the list is checked here; `RowParser` parses its rows. */
export function Rows({ max, description, kind, reference }: RowsOptions): PropertyDecorator {
  const problem = `must be a list of at most ${max} objects`;
  const list = field({
    schema: { type: 'array', maxItems: max, description },
    required: false,
    place: 'input',
    read: (raw) => {
      if (raw === undefined || raw === null) return undefined;
      return Array.isArray(raw) && raw.length <= max && raw.every(isObject) ? raw : new Invalid(problem);
    },
  });
  return (target, key) => {
    list(target, key);
    nestedRows.set(target.constructor, { column: String(key), kind, reference });
  };
}

/** The columns of every kind that makes records. The row class of such a kind extends this class. */
export class ImportRow {
  @ExternalId({
    description:
      'The record’s id in the system that it comes from. If it exists here, the row changes that record. Empty: no id.',
    example: 'C-1001',
  })
  external_id?: string | null;
  @Uuid({
    ...cell,
    description:
      'The record’s id in this service. If it exists, the row changes that record. Other ids are used with --restore only.',
  })
  id?: string | null;
  @OneOf(ORIGINS, { ...cell, description: 'Used with --restore only.' }) origin?: Origin | null;
  @DateTime({ ...cell, description: 'Default: now.', example: '2024-05-17T09:30:00Z' }) created_at?: Instant | null;
}

/**
 * Remembers the property of each column. It is the column's name in camel case, except for `conversation`: this column has the id
 * of a record's thread.
 */
const properties = new Map([['conversation', 'conversationId']]);

/** The property of a record that holds the value of a column: `postalCode` for the column `postal_code`. */
export function propertyOf(column: string): string {
  const known = properties.get(column);
  if (known !== undefined) return known;
  const property = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  properties.set(column, property);
  return property;
}

/** The columns whose properties the import engine sets itself. */
const PROVENANCE: ReadonlySet<string> = new Set(['id', 'external_id', 'origin']);

/** Returns a copy of the record with the values of the row. Columns that are not properties of the record are skipped. */
export function withValues<T extends object>(
  before: T,
  row: ImportRow,
  { defaults, kept }: Pick<AnyKind, 'defaults' | 'kept'>,
): T {
  const next = { ...before } as Record<string, unknown>; // safe: a copy whose properties are set by name
  const cleared = defaults as Readonly<Record<string, unknown>>;
  const values = row as Readonly<Record<string, unknown>>;
  for (const column in values) {
    const property = propertyOf(column);
    const value = values[column];
    if (!(property in next) || PROVENANCE.has(column) || (value === null && kept.has(column))) continue;
    next[property] = value ?? cleared[property] ?? null;
  }
  // The cast is safe: the decorator of each column (`@Text`, `@OneOf`, …) has parsed and checked its value.
  return next as T;
}

/** The column with the number by which the shop knows a record. */
export function NumberColumn(): PropertyDecorator {
  return Int({ min: 1, ...cell, description: 'Default: the highest number plus 1. Each number is used once.', example: 1042 });
}
