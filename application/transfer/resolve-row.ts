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
  const whole = knownIn(records, parsed, resolve.partOf);
  if (!whole) throw missing(parsed, resolve.partOf);
  return whole;
}

/** The record of this batch that the row refers to. Null: the row refers to none. */
function knownIn(records: BatchRecords, parsed: ParsedRow, reference: Reference): RecordWrite | null {
  const { byId, byExternalId } = records.of(reference.to);
  const known = agreed(
    parsed,
    reference,
    (id) => byId.get(id),
    (externalId) => byExternalId.get(externalId),
    ({ after }) => after.id,
  );
  return known ?? null;
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
      reference.column === parent?.column ? outerOf(records, parsed, reference, parent) : targetOf(records, parsed, reference);
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

/** The record that a nested row is in. @throws RowRefused when the row itself names another one */
function outerOf(records: BatchRecords, parsed: ParsedRow, reference: Reference, { id }: Parent): Found {
  const named = knownIn(records, parsed, reference);
  if (named && named.after.id !== id)
    throw refusal(parsed, reference.column, `names another ${reference.to.noun} than the one that the row is nested in`);
  return { id, externalId: null };
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
  return agreed(
    parsed,
    reference,
    (id) => records.byId(reference, id),
    (externalId) => records.byExternalId(reference, externalId),
    ({ id }) => id,
  );
}

/**
 * The record that a row names by its id, by its external id, or by both. Undefined: the row has neither column. Null: it names none.
 * @throws RowRefused when the shop does not have a record that the row names, or when the row names two
 */
function agreed<T>(
  parsed: ParsedRow,
  reference: Reference,
  findById: (id: string) => T | null | undefined,
  findByExternalId: (externalId: string) => T | null | undefined,
  idOf: (found: T) => string,
): T | null | undefined {
  const { column, external, to } = reference;
  const { id, externalId } = namesIn(parsed, reference);
  const byExternalId = externalId ? findByExternalId(externalId) : null;
  if (externalId && !byExternalId) throw unknownTarget(parsed, reference, external);
  const byId = id ? findById(id) : null;
  if (id && !byId) throw unknownTarget(parsed, reference, column);
  if (byId && byExternalId && idOf(byId) !== idOf(byExternalId))
    throw refusal(parsed, external, `names another ${to.noun} than ${column}`);
  return byExternalId ?? byId ?? (id === undefined && externalId === undefined ? undefined : null);
}

function namesIn({ row }: ParsedRow, { column, external }: Reference) {
  // The cast is safe: one column has ids, the other has external ids, and both are texts.
  const { [column]: id, [external]: externalId } = row as Readonly<Record<string, string | null | undefined>>;
  return { id, externalId };
}
