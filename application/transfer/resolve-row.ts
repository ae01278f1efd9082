import type { Found, ImportedRecord, Reference } from './import-kind.js';
import { propertyOf } from './import-row.js';
import type { RecordWrite } from './import-store.js';
import type { BatchRecords } from './known-records.js';
import { missing, refusal, unknownTarget, type ParsedRow } from './parse-row.js';

/** A row together with the records that it means. */
export interface ResolvedRow {
  readonly parsed: ParsedRow;
  /** the record that the row changes, stored or made by an earlier row; null: the row makes a new record */
  readonly known: RecordWrite | null;
  /** the external id of a new record */
  readonly externalId: string | null;
  /** the row with the own ids of the records that it refers to, even if the file had their external ids */
  readonly row: ParsedRow['row'];
  /** see `RowContext.found` */
  readonly found: Readonly<Record<string, Found | null>>;
}

/** The record that a row is nested in, and the row's column that refers to it. */
export interface Parent {
  readonly column: string;
  readonly id: string;
}

/**
 * The second step of a row: finds its record and the records that it refers to, among those that were looked up for the batch.
 * @param parent null: the row is not nested in another one
 * @throws RowRefused when the row lacks a required value or reference, refers to a record that the shop does not have, or names
 * two records in one reference
 */
export function resolveRow(records: BatchRecords, parsed: ParsedRow, parent: Parent | null, restore: boolean): ResolvedRow {
  const externalId = externalIdOf(parsed, restore);
  const known = knownOf(records, parsed, externalId);
  requireColumns(parsed, known === null);
  const { row, found } = withTargets(records, parsed, known?.after ?? null, parent);
  return { parsed, known, externalId, row, found };
}

/**
 * The external id that the row gives, or one that is made from the source's name and the line, so that a second import of the same
 * source finds the record again. Null: a restored row with an id needs none, because its record keeps this id.
 */
function externalIdOf({ row, madeId }: ParsedRow, restore: boolean): string | null {
  return row.external_id ?? (restore && row.id ? null : madeId);
}

function knownOf(records: BatchRecords, parsed: ParsedRow, externalId: string | null): RecordWrite | null {
  const { record, resolve } = parsed.kind;
  const { byId, byExternalId } = records.of(record);
  if (!resolve.partOf) {
    const { id } = parsed.row;
    return (id ? byId.get(id) : undefined) ?? (externalId === null ? undefined : byExternalId.get(externalId)) ?? null;
  }
  const { column, external } = resolve.partOf;
  const { id, externalId: given } = namesIn(parsed, resolve.partOf);
  const whole = (id ? byId.get(id) : undefined) ?? (given ? byExternalId.get(given) : undefined);
  if (whole) return whole;
  throw id || given ? unknownTarget(parsed, resolve.partOf, given ? external : column) : missing(parsed, resolve.partOf);
}

function requireColumns(parsed: ParsedRow, isNew: boolean): void {
  for (const column of parsed.kind.resolve.required) {
    const value = (parsed.row as Readonly<Record<string, unknown>>)[column];
    if (value !== null && (value !== undefined || !isNew)) continue;
    throw refusal(parsed, column, `${column} is required`);
  }
}

function withTargets(
  records: BatchRecords,
  parsed: ParsedRow,
  before: ImportedRecord | null,
  parent: Parent | null,
): Pick<ResolvedRow, 'row' | 'found'> {
  const { references } = parsed.kind.resolve;
  if (references.length === 0) return { row: parsed.row, found: {} };
  const row: Record<string, unknown> = Object.fromEntries(Object.entries(parsed.row));
  const found: Record<string, Found | null> = {};
  for (const reference of references) {
    const target =
      reference.column === parent?.column ? { id: parent.id, externalId: null } : targetOf(records, parsed, reference);
    if (!target && reference.required && (!before || target === null)) throw missing(parsed, reference);
    if (target === undefined) {
      found[reference.column] = keptTarget(records, reference, before);
      continue;
    }
    row[reference.column] = target?.id ?? null;
    found[reference.column] = target;
  }
  return { row, found };
}

/** The record that an unchanged reference refers to. Null: there is none, or it was not looked up. */
function keptTarget(records: BatchRecords, reference: Reference, before: ImportedRecord | null): Found | null {
  const id = before && namedBy(before, reference);
  return id === null ? null : records.byId(reference, id);
}

export function namedBy(record: ImportedRecord, { column }: Reference): string | null {
  // The cast is safe: a property of a reference holds ids.
  return (record as unknown as Readonly<Record<string, string | null>>)[propertyOf(column)] ?? null;
}

/** The record that the row refers to. Undefined: the row has neither column. Null: the row clears the reference. */
function targetOf(records: BatchRecords, parsed: ParsedRow, reference: Reference): Found | null | undefined {
  const { column, external } = reference;
  const { id, externalId } = namesIn(parsed, reference);
  const byExternalId = externalId ? records.byExternalId(reference, externalId) : null;
  if (externalId && !byExternalId) throw unknownTarget(parsed, reference, external);
  const byId = id ? records.byId(reference, id) : null;
  if (id && !byId) throw unknownTarget(parsed, reference, column);
  if (byId && byExternalId && byId.id !== byExternalId.id) {
    throw refusal(parsed, external, `names another ${reference.to.noun} than ${column}`);
  }
  const target = byExternalId ?? byId;
  return target ?? (id === undefined && externalId === undefined ? undefined : null);
}

function namesIn({ row }: ParsedRow, { column, external }: Reference) {
  // The cast is safe: one column has ids, the other has external ids, and both are texts.
  const { [column]: id, [external]: externalId } = row as Readonly<Record<string, string | null | undefined>>;
  return { id, externalId };
}
