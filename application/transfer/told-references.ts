import type { AnyKind, Found } from './import-kind.js';
import { propertyOf } from './import-row.js';
import type { ImportBatch, RecordWrite } from './import-store.js';

/** Returns a referenced record by the column of its reference and its id. Null: there is none, or nothing is told of it. */
export type FindTold = (column: string, id: string | null) => Found | null;

/** Looks up the records that the events of a batch show beside their own ones: those of references with `told`. */
export async function lookUpTold(
  batch: Pick<ImportBatch, 'found'>,
  { resolve }: AnyKind,
  writes: readonly RecordWrite[],
): Promise<FindTold> {
  const known = new Map<string, ReadonlyMap<string, Found>>();
  for (const { column, to, told } of resolve.references) {
    if (!told) continue;
    const ids = idsIn(writes, propertyOf(column));
    const found = ids.length === 0 ? [] : await batch.found(to, 'id', { ids, externalIds: [] }, told);
    known.set(column, new Map(found.map((one) => [one.id, one])));
  }
  return (column, id) => (id === null ? null : (known.get(column)?.get(id) ?? null));
}

function idsIn(writes: readonly RecordWrite[], property: string): string[] {
  const ids = writes.flatMap(({ before, after }) => [before, after]).map((record) => Object.entries(record ?? {}));
  return [...new Set(ids.flat().flatMap(([name, id]) => (name === property && typeof id === 'string' ? [id] : [])))];
}
