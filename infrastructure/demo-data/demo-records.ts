import { areas } from '../../application/areas/areas.js';
import { inReferenceOrder, type AnyKind, type ImportedRecord, type RecordType } from '../../application/transfer/import-kind.js';
import { withValues, type ImportRow } from '../../application/transfer/import-row.js';
import { BEGINNING } from '../../application/transfer/import-source.js';
import type { RecordWrites } from '../../application/transfer/import-store.js';
import { RowParser } from '../../application/transfer/parse-row.js';
import type { Shop } from '../../domain/access/shop.js';
import type { Id } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { DemoRow, Rows } from './telling.js';

/** The kinds of rows that an import reads, each after the kinds that it refers to. */
const KINDS = inReferenceOrder(areas.flatMap(({ importKinds }) => importKinds));

export function kindNamed(name: string): AnyKind {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new Error(`no kind of import is named ${name}`);
  return kind;
}

/** Reads a row as an import does. @throws Error when an import would refuse it */
export function parsed(kind: AnyKind, values: DemoRow, { country, currency }: Pick<Shop, 'country' | 'currency'>): DemoRow {
  const parser = new RowParser(kind, { source: 'json', country, currency }, kind.name, (column) => {
    throw new Error(`an import of ${kind.name} has no column ${column}`);
  });
  const read = parser.parse({ line: 1, next: BEGINNING, values });
  if (!('row' in read)) throw new Error(`${kind.name}: ${read.column ?? ''} ${read.reason}: ${JSON.stringify(values)}`);
  return read.row as ImportRow & DemoRow; // the values have an id and a time
}

/** Makes the record of a row as a restore does, which keeps the row's id and times. */
export function recordOf(kind: AnyKind, row: DemoRow, shop: Shop, now: Instant): ImportedRecord {
  const newId = <Kind extends string>(): Id<Kind> => row.id as Id<Kind>; // the ids of the row replace it
  const context = { shop, now, newId, isNew: true, restore: true, publicUrl: null, found: {}, latest: () => null };
  const columns = row as ImportRow & DemoRow; // an import has checked them, or `stories.ts`
  const { external_id: externalId = null, origin } = columns;
  const blank = { ...kind.blank, id: row.id, externalId, origin: origin ?? 'service', createdAt: now };
  const next = withValues(blank, columns, kind);
  // To normalise the numbers of the messages again would take a fifth of the time of the whole demo.
  return kind.name === 'messages' ? next : (kind.write?.(next, blank, columns, context) ?? next);
}

/** Returns the rows' records in the form that an import writes, kind by kind, so that not all of them are in memory at a time. */
export function* writesOf(rows: Rows, shop: Shop, now: Instant): Generator<RecordWrites> {
  for (const kind of KINDS) {
    const told = rows.get(kind.name) ?? [];
    if (told.length > 0)
      yield created(
        kind.record,
        told.map((row) => recordOf(kind, row, shop, now)),
      );
  }
}

export function created(record: RecordType, records: readonly ImportedRecord[]): RecordWrites {
  return { record, created: records.map((after) => ({ before: null, after })), changed: [], reused: false, uniques: [] };
}
