import type { ClientBase } from 'pg';
import type { Announcement } from '../../../application/kernel/events/announcer.js';
import { Changed, type RecordWrite, type RecordWrites } from '../../../application/transfer/import-store.js';
import type { RecordType } from '../../../application/transfer/record-type.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { violatedUnique } from '../database.js';
import { outboxTable } from '../outbox/outbox.entity.js';
import { BucketDeltas } from '../records/record-kind.js';
import type { Table } from '../tables/table.js';
import { copyRows } from './copy-rows.js';
import { getterOf } from './import-rows.js';
import {
  announceSql,
  BESIDE,
  LAND_EVENTS_SQL,
  landChangesSql,
  landNewSql,
  parkStagedSql,
  stagedBesideSql,
  stagedName,
  stagedSight,
  type TargetTable,
} from './import-sql.js';
import { countsOf, storeCounts, type ImportDeltas, type ImportWriter } from './import-writer.js';
import type { StoredKind, StoredKinds } from './stored-kinds.js';

/** The name under which `is_new` stands in the columns of a staging table. */
const IS_NEW = 'isNew';

/** The staging table of one kind of record, and facts about its rows. */
interface Stage {
  readonly kind: StoredKind;
  readonly table: Table;
  readonly deltas: ImportDeltas;
  uniques: ReadonlySet<string>;
  reused: boolean;
}

/**
 * Writes into temporary tables of the import's own connection, and into the shop's tables only at the end, or never. Before the
 * end, no row of the shop is locked or changed.
 */
export class StagingWriter implements ImportWriter {
  private readonly stages: ReadonlyMap<RecordType, Stage>;
  private hasEvents = false;

  constructor(
    private readonly client: ClientBase,
    private readonly shop: ShopId,
    kinds: StoredKinds,
    records: readonly RecordType[],
    private readonly now: () => Instant,
  ) {
    this.stages = new Map(records.map((record) => [record, stageOf(kinds.of(record))]));
  }

  async prepare(): Promise<void> {
    for (const { kind } of this.stages.values()) {
      const name = stagedName(kind.table);
      const beside = kind.beside ? `, ${BESIDE} text` : '';
      await this.client.query(`create temporary table ${name} (like ${kind.table.name}, is_new boolean not null${beside})`);
      for (const column of ['id', 'external_id']) await this.client.query(`create index on ${name} (${column})`);
    }
  }

  target(kind: StoredKind): TargetTable {
    return stagedSight(kind);
  }

  async write(writes: RecordWrites): Promise<void> {
    const { record, created, changed, uniques, reused } = writes;
    const stage = this.stageOf(record);
    const { kind, table } = stage;
    const ids = changed.map(({ after }) => after.id);
    const news = await this.replaced(stage, ids);
    const get = getterOf(kind, this.shop);
    const isNew = ({ before, after }: RecordWrite): boolean => before === null || news.has(after.id);
    await copyRows(this.client, table, [...created, ...changed], (property) => (property === IS_NEW ? isNew : get(property)));
    countsOf(kind, writes, stage.deltas);
    stage.reused ||= reused;
    stage.uniques = new Set([...stage.uniques, ...uniques]);
  }

  async announce(announcements: readonly Announcement[]): Promise<void> {
    const table = stagedName(outboxTable);
    // A batch that was rolled back has rolled back the table of its events, too.
    await this.client.query(`create temporary table if not exists ${table} (like outbox)`);
    this.hasEvents = true;
    await this.client.query(announceSql(table), [this.shop, JSON.stringify(announcements)]);
  }

  /**
   * Stores the staged rows in the shop's tables if `landing` is true.
   * @throws Changed when other writes have changed these records, or have taken their unique values
   */
  async finish(landing: boolean): Promise<void> {
    if (!landing) return;
    try {
      for (const stage of this.stages.values()) await this.land(stage);
      if (this.hasEvents) await this.client.query(LAND_EVENTS_SQL, [this.shop]);
    } catch (error) {
      if (violatedUnique(error) === null) throw error;
      throw new Changed('another record took a value of the file meanwhile', { cause: error });
    }
  }

  private async land({ kind, table, deltas, reused, uniques }: Stage): Promise<void> {
    const { client, shop } = this;
    const changed = await client.query(`select count(*)::int as n from ${table.name} where not is_new`);
    const { n: wanted } = (changed.rows as [{ n: number }])[0]; // safe: `count` gives exactly one row
    if (reused && wanted > 0) await client.query(parkStagedSql(kind, [...uniques]), [shop]);
    const { rowCount } = await client.query(landChangesSql(kind), [shop]);
    if (rowCount !== wanted) throw new Changed('records of the file were changed by others meanwhile');
    await client.query(landNewSql(kind.table), [shop]);
    for (const sql of kind.beside?.write(stagedBesideSql(kind, kind.beside.key)) ?? [])
      await client.query(sql, [shop, this.now()]);
    await storeCounts(client, shop, kind, deltas);
  }

  /**
   * Deletes the staged rows of these records, before newer rows of the same records are staged.
   * @returns the ids of those records that the import itself has created
   */
  private async replaced({ table }: Stage, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const removed = await this.client.query(`delete from ${table.name} where id = any($1::uuid[]) returning id, is_new`, [ids]);
    const rows = removed.rows as { id: string; is_new: boolean }[]; // safe: these columns come after `returning`
    return new Set(rows.flatMap(({ id, is_new: isNew }) => (isNew ? [id] : [])));
  }

  private stageOf(record: RecordType): Stage {
    const stage = this.stages.get(record);
    if (!stage) throw new Error(`nothing was prepared for ${record.name}`);
    return stage;
  }
}

function stageOf(kind: StoredKind): Stage {
  const further: [string, string][] = [
    [IS_NEW, 'is_new'],
    ...(kind.beside ? [[kind.beside.property, BESIDE] as [string, string]] : []),
  ];
  const table = { ...kind.table, name: stagedName(kind.table), columns: new Map([...kind.table.columns, ...further]) };
  return { kind, table, deltas: new BucketDeltas(kind.counted), uniques: new Set(), reused: false };
}
