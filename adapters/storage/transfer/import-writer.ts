import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Announcement } from '../../../application/kernel/events/announcer.js';
import type { ImportedRecord } from '../../../application/transfer/import-kind.js';
import type { RecordWrite, RecordWrites } from '../../../application/transfer/import-store.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { BucketDeltas } from '../records/record-kind.js';
import { SLOTS } from '../records/record-store.js';
import { copyRows } from './copy-rows.js';
import { getterOf, jsonRow } from './import-rows.js';
import { COUNT_SQL, setAsideSql, shopTarget, updateSql, announceSql, type TargetTable } from './import-sql.js';
import type { StoredKind, StoredKinds } from './stored-kinds.js';

/** Stores the batches of an import. */
export interface ImportWriter {
  prepare(): Promise<void>;
  target(kind: StoredKind): TargetTable;
  write(writes: RecordWrites): Promise<void>;
  /** Stores events of the records that were just written. */
  announce(announcements: readonly Announcement[]): Promise<void>;
  /** @param landing true: the staged rows are stored, in the open transaction; false: they are dropped */
  finish(landing: boolean): Promise<void>;
}

/** Writes directly into the shop's tables. */
export class TableWriter implements ImportWriter {
  constructor(
    private readonly client: ClientBase,
    private readonly shop: ShopId,
    private readonly kinds: StoredKinds,
    private readonly now: () => Instant,
  ) {}

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  target(kind: StoredKind): TargetTable {
    return shopTarget(kind);
  }

  async write(writes: RecordWrites): Promise<void> {
    const { created, changed, record } = writes;
    const kind = this.kinds.of(record);
    // The changed rows are written first, because the new rows may use unique values that the changed rows give up.
    if (changed.length > 0) await this.update(kind, writes);
    if (created.length > 0) await copyRows(this.client, kind.table, created, getterOf(kind, this.shop));
    await this.writeBeside(kind, [...created, ...changed]);
    await storeCounts(this.client, this.shop, kind, countsOf(kind, writes));
  }

  async announce(announcements: readonly Announcement[]): Promise<void> {
    await this.client.query(announceSql('outbox'), [this.shop, JSON.stringify(announcements)]);
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  private async writeBeside({ beside }: StoredKind, writes: readonly RecordWrite[]): Promise<void> {
    if (!beside) return;
    // The cast is safe: the records have the property that stands beside them.
    const records = writes.map(({ after }) => after as unknown as Readonly<Record<string, unknown>>);
    const given = records.filter((one) => one[beside.property] !== null);
    if (given.length === 0) return;
    const texts = [given.map((one) => one[beside.key]), given.map((one) => one[beside.property])];
    for (const sql of beside.write('unnest($3::text[], $4::text[]) as s (key, value)')) {
      await this.client.query(sql, [this.shop, this.now(), ...texts]);
    }
  }

  private async update(kind: StoredKind, { changed, reused, uniques }: RecordWrites): Promise<void> {
    const get = getterOf(kind, this.shop);
    const rows = changed.map((write) => jsonRow(kind, get, write));
    if (reused) await this.client.query(setAsideSql(kind, uniques), [this.shop, changed.map(({ after }) => after.id)]);
    await this.client.query(updateSql(kind), [this.shop, JSON.stringify(rows)]);
  }
}

export type ImportDeltas = BucketDeltas<ImportedRecord>;

export function countsOf(
  { counted }: StoredKind,
  { created, changed }: RecordWrites,
  deltas: ImportDeltas = new BucketDeltas(counted),
): ImportDeltas {
  for (const { before, after } of [...created, ...changed]) {
    if (before) deltas.count(before, -1);
    deltas.count(after, 1);
  }
  return deltas;
}

export async function storeCounts(
  client: ClientBase,
  shop: ShopId,
  { counted }: StoredKind,
  deltas: ImportDeltas,
): Promise<void> {
  const entries = deltas.entries();
  if (!counted || entries.length === 0) return;
  const values = [shop, counted.list, entries.map(([bucket]) => bucket), randomInt(SLOTS), entries.map(([, delta]) => delta)];
  await client.query(COUNT_SQL, values);
}
