import type { Announcement } from '../kernel/events/announcer.js';
import type { AnnouncingImport, FindTold } from './announced.js';
import type { AnyKind, Found, ImportedRecord, RecordType } from './import-kind.js';
import { propertyOf } from './import-row.js';
import type { ImportBatch, RecordWrite, RecordWrites } from './import-store.js';

/**
 * Announces the new and changed records of a batch, and those of nested rows. A record that an earlier import has brought is not
 * new.
 */
export async function announceWrites(
  batch: Pick<ImportBatch, 'found'>,
  kind: AnyKind,
  writes: readonly RecordWrites[],
  running: Omit<AnnouncingImport, 'found'>,
): Promise<Announcement[]> {
  const { currency } = running.shop;
  const complete = (record: ImportedRecord) => ({ ...record, currency });
  const announcements: Announcement[] = [];
  for (const one of [kind, ...(kind.nested ? [kind.nested.kind()] : [])]) {
    const own = writesOf(writes, one.record);
    const found = await lookUpTold(batch, one, own, writes);
    for (const { before, after } of own)
      announcements.push(...one.announce({ ...running, found }, before && complete(before), complete(after)));
  }
  return announcements;
}

/**
 * Looks up the records that the events of a batch show beside their own ones: those of references with `told`.
 * @param writes all writes of the batch, because a row may refer to a record that the same batch makes
 */
async function lookUpTold(
  batch: Pick<ImportBatch, 'found'>,
  { resolve }: AnyKind,
  own: readonly RecordWrite[],
  writes: readonly RecordWrites[],
): Promise<FindTold> {
  const known = new Map<string, ReadonlyMap<string, Found>>();
  for (const { column, to, key = 'id', told } of resolve.references) {
    if (!told) continue;
    const made = writesOf(writes, to).map(({ after }): Found => ({ ...after }));
    const byId = new Map(made.map((one) => [String(one[key]), one]));
    const ids = idsIn(own, propertyOf(column)).filter((id) => !byId.has(id));
    const found = ids.length === 0 ? [] : await batch.found(to, key, { ids, externalIds: [] }, told);
    for (const one of found) byId.set(one.id, one);
    known.set(column, byId);
  }
  return (column, id) => (id === null ? null : (known.get(column)?.get(id) ?? null));
}

/** The writes of a batch for one type of record. */
function writesOf(writes: readonly RecordWrites[], type: RecordType): RecordWrite[] {
  return writes.filter(({ record }) => record === type).flatMap(({ created, changed }) => [...created, ...changed]);
}

function idsIn(writes: readonly RecordWrite[], property: string): string[] {
  const ids = writes.flatMap(({ before, after }) => [before, after]).map((record) => Object.entries(record ?? {}));
  return [...new Set(ids.flat().flatMap(([name, id]) => (name === property && typeof id === 'string' ? [id] : [])))];
}
