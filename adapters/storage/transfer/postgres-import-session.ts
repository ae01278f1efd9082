import type { ClientBase } from 'pg';
import type { Announcement } from '../../../application/kernel/events/announcer.js';
import type { Clock } from '../../../application/kernel/ports/ports.js';
import type { Found, ImportedRecord } from '../../../application/transfer/import-kind.js';
import {
  AskFirst,
  type ImportBatch,
  type ImportProgress,
  type ImportRun,
  type ImportSession,
  type RecordWrites,
  type Wanted,
} from '../../../application/transfer/import-store.js';
import type { RecordType } from '../../../application/transfer/record-type.js';
import { meaningOf } from '../../postgres/database-errors.js';
import { violatedUnique } from '../database.js';
import { existingSql, foundSql, highestSql, holdersSql, isEmptySql } from './import-sql.js';
import type { ImportWriter } from './import-writer.js';
import type { StoredKinds } from './stored-kinds.js';

const FIND_RUN = `select position, line, created, updated, unchanged, skipped from import_runs
  where shop_id = $1 and kind = $2 and fingerprint = $3 and finished_at is null`;
const STORE_RUN = `insert into import_runs as r
    (shop_id, kind, fingerprint, position, line, created, updated, unchanged, skipped, begun_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (shop_id, kind, fingerprint) do update set
    position = excluded.position, line = excluded.line, created = excluded.created, updated = excluded.updated,
    unchanged = excluded.unchanged, skipped = excluded.skipped,
    begun_at = case when r.finished_at is null then r.begun_at else excluded.begun_at end, finished_at = null`;
const FINISH_RUN = `update import_runs r set finished_at = $4 where r.shop_id = $1 and r.kind = $2 and r.fingerprint = $3`;

/**
 * A batch is tried at most this many times. It is tried again when another write came first, or when the import must first look
 * up the holders of unique values.
 */
const MOST_ATTEMPTS = 20;

interface RunRow extends Omit<ImportProgress, 'position'> {
  readonly position: number;
  readonly line: number;
}

/** One import, on a connection of its own. */
export class PostgresImportSession implements ImportSession, ImportBatch {
  private readonly key: readonly [string, string, string];
  /**
   * true: the import does not look up which record holds a unique value, but lets the table refuse a value that is taken. After
   * the first batch that must be tried again, it looks the holders up. Most files take no value from another record, and the
   * look-up takes time. With a staging table the holders are always looked up, because that table has no unique index.
   */
  private leavesItToTheTable: boolean;

  get knowsHolders(): boolean {
    return !this.leavesItToTheTable;
  }

  private batches = 0;

  constructor(
    private readonly client: ClientBase,
    private readonly run: ImportRun,
    private readonly kinds: StoredKinds,
    private readonly writer: ImportWriter,
    private readonly clock: Clock,
  ) {
    this.key = [run.shop, run.kind.name, run.fingerprint];
    this.leavesItToTheTable = !run.staged;
  }

  async isEmpty(record: RecordType): Promise<boolean> {
    const [row] = await this.query<{ empty: boolean }>(isEmptySql(this.kinds.of(record)), [this.run.shop]);
    return row?.empty === true;
  }

  async progress(): Promise<ImportProgress | null> {
    if (this.run.staged) return null;
    const [row] = await this.query<RunRow>(FIND_RUN, this.key);
    if (!row) return null;
    const { position: offset, line, ...counts } = row;
    return { ...counts, position: { offset, line } };
  }

  async batch<T>(work: (batch: ImportBatch) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await this.transaction(() => work(this));
        await this.learn();
        return result;
      } catch (error) {
        if (!isOvertaken(error) || attempt === MOST_ATTEMPTS) throw error;
        this.leavesItToTheTable = false;
      }
    }
  }

  /**
   * Renews the planner's statistics of the table after the batches 1, 2, 4, 8 and so on. Without statistics of a table that
   * starts empty, the planner would scan the table for each key.
   */
  private async learn(): Promise<void> {
    this.batches += 1;
    const isTwice = (this.batches & (this.batches - 1)) === 0;
    if (isTwice && !this.run.staged) await this.client.query(`analyze ${this.kinds.of(this.run.kind.record).table.name}`);
  }

  async finish(landing: boolean): Promise<void> {
    await this.transaction(async () => {
      await this.client.query('set local synchronous_commit = on');
      await this.writer.finish(landing);
      if (!this.run.staged) await this.query(FINISH_RUN, [...this.key, this.clock.now()]);
    });
  }

  existing(record: RecordType, wanted: Wanted): Promise<ImportedRecord[]> {
    const kind = this.kinds.of(record);
    return this.byEither(wanted, 'id', (by) => existingSql(kind, this.writer.target(kind), by));
  }

  found(record: RecordType, key: 'id' | 'userId', wanted: Wanted, facts: readonly string[]): Promise<Found[]> {
    return this.byEither(wanted, key, (by) => foundSql(this.kinds.of(record), key, facts, by));
  }

  async holders(record: RecordType, property: string, values: readonly unknown[]): Promise<{ id: string; value: unknown }[]> {
    if (this.leavesItToTheTable) return [];
    const kind = this.kinds.of(record);
    return this.query(holdersSql(kind, this.writer.target(kind), property), [this.run.shop, values]);
  }

  async highest(record: RecordType, property: string): Promise<number> {
    const kind = this.kinds.of(record);
    const [row] = await this.query<{ highest: number }>(highestSql(kind, this.writer.target(kind), property), [this.run.shop]);
    return row?.highest ?? 0;
  }

  async store(
    writes: readonly RecordWrites[],
    { position, created, updated, unchanged, skipped }: ImportProgress,
    announcements: readonly Announcement[],
  ): Promise<void> {
    for (const one of writes) await this.writer.write(one);
    if (announcements.length > 0) await this.writer.announce(announcements);
    if (this.run.staged) return;
    const counts = [position.offset, position.line, created, updated, unchanged, skipped];
    await this.query(STORE_RUN, [...this.key, ...counts, this.clock.now()]);
  }

  private async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.client.query('begin');
    try {
      const result = await work();
      await this.client.query('commit');
      return result;
    } catch (error) {
      // When the rollback fails, the connection is lost and the server rolls back by itself. The original error is the one to
      // report.
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** Finds records by their ids and by their external ids. A record that is found by both is returned once. */
  private async byEither<Row extends { readonly id: string }>(
    { ids, externalIds }: Wanted,
    key: 'id' | 'userId',
    sql: (by: string) => string,
  ): Promise<Row[]> {
    const byId = ids.length === 0 ? [] : await this.query<Row>(sql(key), [this.run.shop, ids]);
    const byExternalId = externalIds.length === 0 ? [] : await this.query<Row>(sql('externalId'), [this.run.shop, externalIds]);
    return [...new Map([...byId, ...byExternalId].map((row) => [row.id, row])).values()];
  }

  /** Runs an unnamed statement. The server plans it for its values, because batches differ from one another. */
  private async query<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.client.query(text, values as unknown[]);
    return rows as Row[]; // safe: the select list of the statement names the properties of `Row`
  }
}

/** True when another write came first: a unique value is taken, or two waited for each other. The work may succeed the next time. */
function isOvertaken(error: unknown): boolean {
  return error instanceof AskFirst || violatedUnique(error) !== null || meaningOf(error)?.again === true;
}
