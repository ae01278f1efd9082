import type { Shop } from '../../domain/access/shop.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { Origin } from '../../domain/shared/origin.js';
import type { Ids } from '../ports/ids.js';
import { claimValues, type Undo } from './claim-values.js';
import type { AnyKind, ImportedRecord, RowContext } from './import-kind.js';
import { refusing, type LineRow } from './import-line.js';
import type { ImportRow } from './import-row.js';
import type { Entry, BatchRecords, KnownRecords } from './known-records.js';
import { missing, refusal, resolveReferences, unknownTarget, type Parent } from './resolve-references.js';
import { isSameRecord } from './same-record.js';

/** The values that are the same for all lines of a batch. */
export interface BatchContext {
  readonly shop: Shop;
  readonly now: Instant;
  readonly restore: boolean;
  /** the origin of new records, unless a restore finds another origin in the row */
  readonly origin: Origin;
  readonly ids: Ids;
}

/** The largest value that the database column of a record's number can hold. */
const LAST_NUMBER = 2_147_483_647;

export type Verdict = 'created' | 'updated' | 'unchanged';
type Values = Readonly<Record<string, unknown>>;

/**
 * Applies the lines of a batch, one after the other, to the known records: those that were looked up, or made by earlier lines.
 */
export class Decider {
  private readonly context: Omit<RowContext, 'found' | 'isNew'>;

  constructor(
    private readonly known: BatchRecords,
    private readonly batchContext: BatchContext,
  ) {
    const { shop, now, restore, ids } = batchContext;
    const latest: RowContext['latest'] = (type, id) => known.of(type).byId.get(id)?.record ?? null;
    this.context = { shop, now, restore, newId: () => ids.next(), latest };
  }

  /**
   * Applies all rows of a line, or none of them. Returns the verdict on the line's own record. If only nested records are new or
   * changed, the line counts as `updated`.
   * @throws RowRefused when a row breaks a rule; AskFirst (see `claimValues`)
   */
  decide([own, ...nested]: readonly [LineRow, ...LineRow[]]): Verdict {
    const undos: Undo[] = [];
    try {
      const { verdict, id } = this.decideRow(own, null, undos);
      const column = own.kind.nested?.reference ?? '';
      const inner = nested.map((row) => this.decideRow(row, { column, id }, undos).verdict);
      return verdict === 'unchanged' && inner.some((one) => one !== 'unchanged') ? 'updated' : verdict;
    } catch (error) {
      for (const undo of undos.reverse()) undo();
      throw error;
    }
  }

  private decideRow(line: LineRow, parent: Parent | null, undos: Undo[]): { verdict: Verdict; id: string } {
    const { kind, values, prefix } = line;
    const known = this.known.of(kind.record);
    const entry = this.entryOf(known, line);
    requireColumns(line, entry === null);
    const { row, found } = resolveReferences(this.known, line, entry?.record ?? null, parent);
    const context: RowContext = { ...this.context, found, isNew: entry === null };
    const before = entry?.record ?? this.made(kind.blank(context), line);
    const written = refusing(values, prefix, () => kind.write(before, row, context), kind.resolve.references);
    const after = entry ? this.named(written, line) : this.numbered(written, line, known);
    const verdict = entry ? changeOf(kind, entry.record, after) : 'created';
    if (verdict !== 'unchanged') {
      claimValues(line, known, entry?.record ?? null, after, undos);
      keep(known, entry, after, undos);
    }
    this.alsoWrite(kind, after, row, context, undos);
    return { verdict, id: after.id };
  }

  /** The known record that the row changes, stored or made by an earlier line; null: the row makes a new record. */
  private entryOf(known: KnownRecords, line: LineRow): Entry | null {
    const { partOf } = line.kind.resolve;
    const { column, external } = partOf ?? { column: 'id', external: 'external_id' };
    // The cast is safe: one column has ids, the other has external ids, and both are texts.
    const { [column]: id, [external]: given } = line.row as Readonly<Record<string, string | null | undefined>>;
    const externalId = given ?? (partOf ? null : this.madeId(line));
    const entry = (id ? known.byId.get(id) : undefined) ?? (externalId === null ? undefined : known.byExternalId.get(externalId));
    if (!entry && partOf) throw id || given ? unknownTarget(line, partOf, given ? external : column) : missing(line, partOf);
    return entry ?? null;
  }

  /**
   * The external id for a row without one. It is made from the source's name and the line, so that a second import of the same
   * source finds the record again. Null: a restored row with an id needs none, because its record keeps this id.
   */
  private madeId({ row, madeId }: LineRow): string | null {
    return this.batchContext.restore && row.id ? null : madeId;
  }

  /** The new record with its id, origin and external id. A restore keeps the id and the origin that the row gives. */
  private made(record: ImportedRecord, line: LineRow): ImportedRecord {
    const { id, origin, external_id: externalId } = line.row;
    const { restore, origin: usual } = this.batchContext;
    // A spread with further properties would be eight times as slow, because the engine adds these one by one.
    return Object.assign({}, record, {
      id: (restore && id) || record.id,
      origin: (restore && origin) || usual,
      externalId: externalId ?? this.madeId(line),
    });
  }

  /**
   * A known record with the external id that the row gives and, in a restore, with the row's origin. An empty cell does not clear
   * the external id, so that later imports find the record again.
   */
  private named(record: ImportedRecord, { row, kind }: LineRow): ImportedRecord {
    if (kind.resolve.partOf) return record;
    const externalId = row.external_id ?? record.externalId;
    const origin = (this.batchContext.restore && row.origin) || record.origin;
    return externalId === record.externalId && origin === record.origin ? record : { ...record, externalId, origin };
  }

  private numbered(record: ImportedRecord, line: LineRow, known: KnownRecords): ImportedRecord {
    const { kind, row } = line;
    const number = kind.resolve.uniques.find(({ isCounted }) => isCounted);
    if (!number) return record;
    const { column, property } = number;
    const hasOwn = typeof (row as Values)[column] === 'number';
    if (!hasOwn && known.highest === LAST_NUMBER)
      throw refusal(line, column, 'the highest possible number is in use, so there is no next number');
    const next = hasOwn ? record : { ...record, [property]: known.highest + 1 };
    known.highest = Math.max(known.highest, Number((next as unknown as Values)[property])); // safe: a property of the kind
    return next;
  }

  /** Keeps the further records that the kind's `alsoWrites` returns for the row. */
  private alsoWrite(kind: AnyKind, own: ImportedRecord, row: ImportRow, context: RowContext, undos: Undo[]): void {
    for (const { type, record } of kind.alsoWrites?.(own, row, context) ?? []) {
      const known = this.known.of(type);
      const entry = known.byId.get(record.id);
      if (!entry) keep(known, null, { ...record, origin: own.origin, externalId: null }, undos);
      // The cast is safe: the record is `entry.record` with other values.
      else if (!isSameRecord(entry.record, record as ImportedRecord)) keep(known, entry, record as ImportedRecord, undos);
    }
  }
}

/**
 * The verdict on a row for a known record. A row that adds a part to the record, such as a tier to a service, counts as created.
 */
function changeOf({ resolve: { partOf } }: AnyKind, before: ImportedRecord, after: ImportedRecord): Verdict {
  if (isSameRecord(before, after)) return 'unchanged';
  return partOf && partOf.parts(after).length > partOf.parts(before).length ? 'created' : 'updated';
}

function requireColumns(line: LineRow, isNew: boolean): void {
  for (const column of line.kind.resolve.required) {
    const value = (line.row as Values)[column];
    if (value !== null && (value !== undefined || !isNew)) continue;
    throw refusal(line, column, `${column} is required`);
  }
}

function keep(known: KnownRecords, entry: Entry | null, record: ImportedRecord, undos: Undo[]): void {
  if (!entry) {
    known.add({ before: null, record });
    undos.push(() => {
      known.remove(record);
    });
    return;
  }
  const { record: before } = entry;
  entry.record = record;
  known.rename(entry, before.externalId);
  undos.push(() => {
    entry.record = before;
    known.rename(entry, record.externalId);
  });
}
