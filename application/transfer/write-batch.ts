import type { Shop } from '../../domain/access/shop.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { Origin } from '../../domain/shared/origin.js';
import type { Ids } from '../kernel/ports/ports.js';
import type { AnyKind, ImportedRecord, RowContext } from './import-kind.js';
import { propertyOf, withValues, type ImportRow } from './import-row.js';
import type { ImportError } from './import-source.js';
import type { ImportBatch, RecordWrite, RecordWrites } from './import-store.js';
import { BatchRecords, claimValues, type KnownRecords, type Undo } from './known-records.js';
import { orError, refusal, refusing, type ParsedRow } from './parse-row.js';
import { resolveRow, type Parent, type ResolvedRow } from './resolve-row.js';

/** The values that are the same for all rows of a batch. */
export interface BatchContext {
  readonly shop: Shop;
  readonly now: Instant;
  readonly restore: boolean;
  /** the origin of new records, unless a restore finds another origin in the row */
  readonly origin: Origin;
  readonly ids: Ids;
  /** see `RowContext.publicUrl` */
  readonly publicUrl: string | null;
}

/** The largest value that the database column of a record's number can hold. */
const LAST_NUMBER = 2_147_483_647;

type Verdict = 'created' | 'updated' | 'unchanged';
type Values = Readonly<Record<string, unknown>>;

/** The result of a batch: its writes, its counts, and the rows that were refused. */
export interface WrittenBatch {
  readonly writes: readonly RecordWrites[];
  /** the number of rows for each verdict */
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly refused: readonly ImportError[];
}

/** Looks up the records that the rows of a batch mean, and writes the rows. The caller stores the writes. */
export async function writeBatch(
  batch: ImportBatch,
  rows: readonly (ParsedRow | ImportError)[],
  batchContext: BatchContext,
): Promise<WrittenBatch> {
  const parsed = rows.filter((row): row is ParsedRow => 'kind' in row);
  const records = await BatchRecords.lookUp(batch, parsed);
  const writer = new BatchWriter(records, batchContext);
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const refused: ImportError[] = [];
  for (const row of rows) {
    const outcome = 'kind' in row ? orError(row.line, () => writer.write(row)) : row;
    if (typeof outcome === 'string') counts[outcome] += 1;
    else refused.push(outcome);
  }
  return { writes: records.writes(), counts, refused };
}

/**
 * The last step of the rows of a batch: writes them, one after the other, to the records that were looked up or made by earlier
 * rows.
 */
class BatchWriter {
  private readonly context: Omit<RowContext, 'found' | 'isNew'>;

  constructor(
    private readonly records: BatchRecords,
    private readonly batchContext: BatchContext,
  ) {
    const { shop, now, restore, ids, publicUrl } = batchContext;
    const latest: RowContext['latest'] = (type, id) => records.of(type).byId.get(id)?.after ?? null;
    this.context = { shop, now, restore, publicUrl, newId: () => ids.next(), latest };
  }

  /**
   * Writes the row and the rows nested in it, or none of them. Returns the verdict on the row's own record. If only nested records
   * are new or changed, the row counts as `updated`.
   * @throws RowRefused when a row breaks a rule; AskFirst (see `claimValues`)
   */
  write(parsed: ParsedRow): Verdict {
    const undos: Undo[] = [];
    try {
      return this.writeAll(parsed, null, undos);
    } catch (error) {
      for (const undo of undos.reverse()) undo();
      throw error;
    }
  }

  private writeAll(parsed: ParsedRow, parent: Parent | null, undos: Undo[]): Verdict {
    const { verdict, id } = this.writeRow(parsed, parent, undos);
    const column = parsed.kind.nested?.reference ?? '';
    const nested = parsed.nested.map((row) => this.writeAll(row, { column, id }, undos));
    return verdict === 'unchanged' && nested.some((one) => one !== 'unchanged') ? 'updated' : verdict;
  }

  private writeRow(parsed: ParsedRow, parent: Parent | null, undos: Undo[]): { verdict: Verdict; id: string } {
    const { kind, given, prefix } = parsed;
    const resolved = resolveRow(this.records, parsed, parent, this.batchContext.restore);
    const { row, known, found } = resolved;
    const records = this.records.of(kind.record);
    const context: RowContext = { ...this.context, found, isNew: known === null };
    const before = known?.after ?? this.made(resolved);
    // A row of a part has no values of the whole record.
    const next = kind.resolve.partOf ? before : withValues(before, row, kind);
    const write = (): ImportedRecord => kind.write?.(next, before, row, context) ?? next;
    const written = refusing(given, prefix, write, kind.resolve.references);
    const after = known ? this.named(written, parsed) : numbered(written, parsed, records);
    const verdict = known ? changeOf(kind, known.after, after) : 'created';
    if (verdict !== 'unchanged') {
      claimValues(parsed, records, known?.after ?? null, after, undos);
      keep(records, known, after, undos);
    }
    this.alsoWrite(kind, after, row, context, undos);
    return { verdict, id: after.id };
  }

  /** The new record with its id, origin and external id. A restore keeps the id and the origin that the row gives. */
  private made({ parsed, externalId }: ResolvedRow): ImportedRecord {
    const { id, origin } = parsed.row;
    const { restore, origin: usual, ids, now } = this.batchContext;
    return {
      ...parsed.kind.blank,
      createdAt: now,
      id: (restore && id) || ids.next(),
      origin: (restore && origin) || usual,
      externalId,
    };
  }

  /**
   * A known record with the external id that the row gives and, in a restore, with the row's origin. An empty cell does not clear
   * the external id, so that later imports find the record again.
   */
  private named(record: ImportedRecord, { row, kind }: ParsedRow): ImportedRecord {
    if (kind.resolve.partOf) return record;
    const externalId = row.external_id ?? record.externalId;
    const origin = (this.batchContext.restore && row.origin) || record.origin;
    return externalId === record.externalId && origin === record.origin ? record : { ...record, externalId, origin };
  }

  /** Keeps the further records that the kind's `alsoWrites` returns for the row. */
  private alsoWrite(kind: AnyKind, own: ImportedRecord, row: ImportRow, context: RowContext, undos: Undo[]): void {
    for (const { type, record } of kind.alsoWrites?.(own, row, context) ?? []) {
      const records = this.records.of(type);
      const known = records.byId.get(record.id);
      if (!known) keep(records, null, { ...record, origin: own.origin, externalId: null }, undos);
      // The cast is safe: the record is `known.after` with other values.
      else if (!isSameRecord(known.after, record as ImportedRecord)) keep(records, known, record as ImportedRecord, undos);
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

function numbered(record: ImportedRecord, parsed: ParsedRow, records: KnownRecords): ImportedRecord {
  const { kind, row } = parsed;
  const number = kind.resolve.uniques.find(({ isCounted }) => isCounted);
  if (!number) return record;
  const { column } = number;
  const property = propertyOf(column);
  const hasOwn = typeof (row as Values)[column] === 'number';
  if (!hasOwn && records.highest === LAST_NUMBER)
    throw refusal(parsed, column, 'the highest possible number is in use, so there is no next number');
  const next = hasOwn ? record : { ...record, [property]: records.highest + 1 };
  records.highest = Math.max(records.highest, Number((next as unknown as Values)[property])); // safe: a property of the kind
  return next;
}

function keep(records: KnownRecords, known: RecordWrite | null, record: ImportedRecord, undos: Undo[]): void {
  if (!known) {
    records.add({ before: null, after: record });
    undos.push(() => {
      records.remove(record);
    });
    return;
  }
  const { after: before } = known;
  known.after = record;
  records.rename(known, before.externalId);
  undos.push(() => {
    known.after = before;
    records.rename(known, record.externalId);
  });
}

/** Tells whether two records of one kind have the same values. The order of their properties does not matter. */
function isSameRecord(one: ImportedRecord, other: ImportedRecord): boolean {
  return isSame(one, other);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [mine, theirs] = [one as Values, other as Values]; // safe for lists too: the keys of a list are its positions
  const names = Object.keys(mine);
  return names.length === Object.keys(theirs).length && names.every((name) => isSame(mine[name], theirs[name]));
}
