import type { Found, ImportedRecord, Reference } from './import-kind.js';
import { RowRefused, shown, type LineRow } from './import-line.js';
import { propertyOf } from './import-row.js';
import type { BatchRecords } from './known-records.js';

/** The record that a row is nested in, and the row's column that refers to it. */
export interface Parent {
  readonly column: string;
  readonly id: string;
}

export interface Resolved {
  /** the row with the own ids of the records that it refers to, even if the file had their external ids */
  readonly row: LineRow['row'];
  readonly found: Readonly<Record<string, Found | null>>;
}

/**
 * Finds the records that a row refers to, and puts their own ids into the row.
 * @throws RowRefused when the row refers to a record that the shop does not have, names two records in one reference, or lacks a
 * required reference
 */
export function resolveReferences(
  known: BatchRecords,
  line: LineRow,
  before: ImportedRecord | null,
  parent: Parent | null,
): Resolved {
  const { references } = line.kind.resolve;
  if (references.length === 0) return { row: line.row, found: {} };
  const row: Record<string, unknown> = Object.fromEntries(Object.entries(line.row));
  const found: Record<string, Found | null> = {};
  for (const reference of references) {
    const target = reference.column === parent?.column ? { id: parent.id, externalId: null } : targetOf(known, line, reference);
    if (!target && reference.required && (!before || target === null)) throw missing(line, reference);
    if (target === undefined) {
      found[reference.column] = keptTarget(known, reference, before);
      continue;
    }
    row[reference.column] = target?.id ?? null;
    found[reference.column] = target;
  }
  return { row, found };
}

/** The record that an unchanged reference refers to. Null: there is none, or it was not looked up. */
function keptTarget(known: BatchRecords, reference: Reference, before: ImportedRecord | null): Found | null {
  const id = before && namedBy(before, reference);
  return id === null ? null : known.byId(reference, id);
}

export function namedBy(record: ImportedRecord, { column }: Reference): string | null {
  // The cast is safe: a property of a reference holds ids.
  return (record as unknown as Readonly<Record<string, string | null>>)[propertyOf(column)] ?? null;
}

/** The record that the row refers to. Undefined: the row has neither column. Null: the row clears the reference. */
function targetOf(known: BatchRecords, line: LineRow, reference: Reference): Found | null | undefined {
  const { column, external } = reference;
  // The cast is safe: one column has ids, the other has external ids, and both are texts.
  const { [column]: id, [external]: externalId } = line.row as Readonly<Record<string, string | null | undefined>>;
  const byExternalId = externalId ? known.byExternalId(reference, externalId) : null;
  if (externalId && !byExternalId) throw unknownTarget(line, reference, external);
  const byId = id ? known.byId(reference, id) : null;
  if (id && !byId) throw unknownTarget(line, reference, column);
  if (byId && byExternalId && byId.id !== byExternalId.id) {
    throw refusal(line, external, `names another ${reference.to.noun} than ${column}`);
  }
  const target = byExternalId ?? byId;
  return target ?? (id === undefined && externalId === undefined ? undefined : null);
}

export function unknownTarget(line: LineRow, { to, external }: Reference, column: string): RowRefused {
  return refusal(
    line,
    column,
    column === external ? `no ${to.noun} of this shop has this external id` : `is no ${to.noun} of this shop`,
  );
}

export function missing(line: LineRow, { column, external }: Reference): RowRefused {
  return refusal(line, column, `${column} or ${external} is required`);
}

export function refusal({ prefix, values }: LineRow, column: string, reason: string): RowRefused {
  return new RowRefused({ column: `${prefix}${column}`, value: shown(values[column]), reason });
}
