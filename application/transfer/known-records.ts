import {
  isTaken,
  type AnyKind,
  type Found,
  type ImportedRecord,
  type RecordType,
  type Reference,
  type Unique,
} from './import-kind.js';
import { propertyOf } from './import-row.js';
import { AskFirst, type ImportBatch, type RecordWrite, type RecordWrites } from './import-store.js';
import { refusal, type ParsedRow } from './parse-row.js';
import { namedBy } from './resolve-row.js';

/** All records of one kind that a batch can change, as its rows have left them so far. */
export class KnownRecords {
  readonly byId = new Map<string, RecordWrite>();
  readonly byExternalId = new Map<string, RecordWrite>();
  /** by property and value: the id of the record that holds the value; null: a record gave the value up in this batch */
  readonly holders = new Map<string, Map<unknown, string | null>>();
  /** false: only the holders in this batch are known, not the stored holders */
  knowsHolders = true;
  highest = 0;
  reused = false;

  add(write: RecordWrite): void {
    this.byId.set(write.after.id, write);
    if (write.after.externalId !== null) this.byExternalId.set(write.after.externalId, write);
  }

  remove({ id, externalId }: ImportedRecord): void {
    this.byId.delete(id);
    if (externalId !== null) this.byExternalId.delete(externalId);
  }

  /** Makes the record known by its new external id. @param before the external id that the record had until now */
  rename(write: RecordWrite, before: string | null): void {
    const { externalId } = write.after;
    if (before === externalId) return;
    // Another record may take the old external id in the same batch. The store must then free it first.
    this.reused = true;
    if (before !== null) this.byExternalId.delete(before);
    if (externalId !== null) this.byExternalId.set(externalId, write);
  }

  writes(record: RecordType): RecordWrites {
    const writes = [...this.byId.values()];
    return {
      record,
      created: writes.filter(({ before }) => before === null),
      changed: writes.filter(({ before, after }) => before !== null && before !== after),
      reused: this.reused,
      uniques: [...this.holders.keys()],
    };
  }
}

/**
 * The records that the rows of a batch change or refer to. They are looked up before the first row is resolved, with a few
 * statements for all rows together.
 */
export class BatchRecords {
  private readonly records = new Map<RecordType, KnownRecords>();
  private readonly targets = new Map<string, ReadonlyMap<string, Found>>();

  of(record: RecordType): KnownRecords {
    const known = this.records.get(record) ?? new KnownRecords();
    this.records.set(record, known);
    return known;
  }

  byId(reference: Reference, id: string): Found | null {
    return this.targets.get(targetOf(reference))?.get(`id ${id}`) ?? null;
  }

  byExternalId(reference: Reference, externalId: string): Found | null {
    return this.targets.get(targetOf(reference))?.get(`external ${externalId}`) ?? null;
  }

  /** The writes of the batch. The lines' own records come before the nested records, because the nested records refer to them. */
  writes(): RecordWrites[] {
    return [...this.records].map(([record, known]) => known.writes(record));
  }

  static async lookUp(batch: ImportBatch, rows: readonly ParsedRow[]): Promise<BatchRecords> {
    const known = new BatchRecords();
    const all = rows.flatMap(withNested);
    for (const kind of new Set(all.map((row) => row.kind))) {
      const own = all.filter((row) => row.kind === kind);
      await known.lookUpRecords(batch, kind, own);
      for (const reference of kind.resolve.references)
        if (reference.alsoWritten) await known.lookUpWhole(batch, kind, reference, own);
      for (const reference of kind.resolve.references) await known.lookUpTargets(batch, kind, reference, own);
    }
    return known;
  }

  private async lookUpRecords(batch: ImportBatch, kind: AnyKind, rows: readonly ParsedRow[]): Promise<void> {
    const { record, resolve } = kind;
    const { partOf, uniques } = resolve;
    const known = this.of(record);
    known.knowsHolders = batch.knowsHolders;
    const ids = valuesOf(rows, partOf?.column ?? 'id');
    const made = partOf ? [] : rows.filter(({ row }) => !row.external_id).map(({ madeId }) => madeId);
    for (const { column, isCounted } of uniques) {
      const property = propertyOf(column);
      const values = [...new Set(valuesOf(rows, column))];
      const held = values.length === 0 ? [] : await batch.holders(record, property, values);
      known.holders.set(property, new Map(held.map(({ id, value }) => [value, id])));
      if (isCounted) known.highest = Math.max(await batch.highest(record, property), ...numbersOf(column, rows));
    }
    // After the holders: a record that comes from elsewhere in between is then known, and is not refused as the holder of its own
    // values.
    const externalIds = [...valuesOf(rows, partOf?.external ?? 'external_id'), ...made];
    for (const found of await batch.existing(record, { ids, externalIds })) known.add({ before: found, after: found });
  }

  /** Looks up the records that the kind's `alsoWrites` changes, such as the threads of messages. */
  private async lookUpWhole(batch: ImportBatch, kind: AnyKind, reference: Reference, rows: readonly ParsedRow[]): Promise<void> {
    const ids = [...valuesOf(rows, reference.column), ...this.named(kind, reference)];
    const known = this.of(reference.to);
    for (const found of await batch.existing(reference.to, { ids, externalIds: valuesOf(rows, reference.external) })) {
      if (!known.byId.has(found.id)) known.add({ before: found, after: found });
    }
  }

  /** The ids that the looked-up records already have in this reference. */
  private named({ record }: AnyKind, reference: Reference): string[] {
    return [...this.of(record).byId.values()].flatMap(({ after }) => namedBy(after, reference) ?? []);
  }

  private async lookUpTargets(
    batch: ImportBatch,
    kind: AnyKind,
    reference: Reference,
    rows: readonly ParsedRow[],
  ): Promise<void> {
    const { to, key = 'id', facts = [] } = reference;
    // `write` needs the facts of a referenced record even if the row does not change the reference.
    const kept = facts.length > 0 ? this.named(kind, reference) : [];
    const wanted = { ids: [...valuesOf(rows, reference.column), ...kept], externalIds: valuesOf(rows, reference.external) };
    if (wanted.ids.length + wanted.externalIds.length === 0) return;
    const found = await batch.found(to, key, wanted, facts);
    const pairs = found.flatMap((one): [string, Found][] => [
      [`id ${one.id}`, one],
      ...(one.externalId === null ? [] : [[`external ${one.externalId}`, one] as [string, Found]]),
    ]);
    this.targets.set(targetOf(reference), new Map(pairs));
  }
}

function withNested(row: ParsedRow): ParsedRow[] {
  return [row, ...row.nested.flatMap(withNested)];
}

function targetOf({ column, to, key = 'id' }: Reference): string {
  return `${to.name} ${key} ${column}`;
}

function valuesOf(rows: readonly ParsedRow[], column: string): string[] {
  const values = rows.map(({ row }) => (row as Readonly<Record<string, unknown>>)[column]);
  return values.filter((value): value is string => value !== undefined && value !== null);
}

/** The numbers that the rows give. A record without a number in its row must get a higher number than all of these. */
function numbersOf(column: string, rows: readonly ParsedRow[]): number[] {
  return rows.flatMap(({ row }) => (row as Readonly<Record<string, number | null | undefined>>)[column] ?? []);
}

export type Undo = () => void;

/**
 * Notes in `known` that the record holds the unique values of `next`, and that the values which it gave up are free.
 * @throws RowRefused when another record is known to have the external id or one of the new values; AskFirst when only a look-up
 * of the stored holders can tell
 */
export function claimValues(
  parsed: ParsedRow,
  known: KnownRecords,
  before: ImportedRecord | null,
  next: ImportedRecord,
  undos: Undo[],
): void {
  const namesake = next.externalId === null ? undefined : known.byExternalId.get(next.externalId);
  if (namesake && namesake.after.id !== next.id) {
    throw refusal(parsed, 'external_id', isTaken(parsed.kind.record, namesake.after.id));
  }
  for (const unique of parsed.kind.resolve.uniques) {
    const value = valueOf(next, unique);
    const old = before && valueOf(before, unique);
    if (value !== old) claim(parsed, unique, known, { id: next.id, value, old }, undos);
  }
}

interface Claim {
  readonly id: string;
  readonly value: unknown;
  /** the value that the record held before; null: none */
  readonly old: unknown;
}

function claim(
  parsed: ParsedRow,
  { column, taken }: Unique,
  known: KnownRecords,
  { id, value, old }: Claim,
  undos: Undo[],
): void {
  const property = propertyOf(column);
  const holders = known.holders.get(property) ?? new Map<unknown, string | null>();
  known.holders.set(property, holders);
  const holder = holders.get(value);
  if (value !== null && holder && holder !== id) {
    throw refusal(parsed, column, taken?.(holder) ?? isTaken(parsed.kind.record, holder));
  }
  if (value !== null) {
    // A holder of null means that an earlier line of this batch freed the value.
    if (holder === null) known.reused = true;
    hold(holders, value, id, undos);
  }
  if (old === null) return;
  const taker = holders.get(old);
  // An earlier line of this batch took the old value, and a stored record may still have held it at that time. If so, that line
  // must be refused, but only a look-up of the stored holders can tell.
  if (taker && (taker !== id || !known.knowsHolders)) throw new AskFirst('a value was taken before it was free');
  hold(holders, old, null, undos);
}

function hold(holders: Map<unknown, string | null>, value: unknown, holder: string | null, undos: Undo[]): void {
  const before = holders.get(value);
  holders.set(value, holder);
  undos.push(() => (before === undefined ? holders.delete(value) : holders.set(value, before)));
}

function valueOf(record: ImportedRecord, { column }: Unique): unknown {
  const value: unknown = Reflect.get(record, propertyOf(column));
  return value ?? null;
}
