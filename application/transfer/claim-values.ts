import type { ImportedRecord, Unique } from './import-kind.js';
import { AskFirst } from './import-store.js';
import type { KnownRecords } from './known-records.js';
import type { ParsedRow } from './parse-row.js';
import { refusal } from './refuse-row.js';

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
    const { noun } = parsed.kind.record;
    throw refusal(parsed, 'external_id', `already belongs to another ${noun} (existing id: ${namesake.after.id})`);
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
  { column, property, taken }: Unique,
  known: KnownRecords,
  { id, value, old }: Claim,
  undos: Undo[],
): void {
  const holders = known.holders.get(property) ?? new Map<unknown, string | null>();
  known.holders.set(property, holders);
  const holder = holders.get(value);
  if (value !== null && holder && holder !== id) throw refusal(parsed, column, taken(holder));
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

function valueOf(record: ImportedRecord, { property }: Unique): unknown {
  return (record as unknown as Readonly<Record<string, unknown>>)[property] ?? null; // safe: a property of the kind's records
}
