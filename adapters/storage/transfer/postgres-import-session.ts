import type { ClientBase } from 'pg';
import type { Announcement } from '../../../application/kernel/events/announcer.js';
import type { Clock } from '../../../application/kernel/ports/ports.js';
import type { AnyKind, Found, ImportedRecord, RecordType } from '../../../application/transfer/import-kind.js';
import {
  AskFirst,
  Changed,
  type ImportBatch,
  type ImportRun,
  type ImportSession,
  type RecordWrites,
  type RunProgress,
  type Wanted,
} from '../../../application/transfer/import-store.js';
import { meaningOf } from '../../postgres/database-errors.js';
import { violatedUnique } from '../violated-unique.js';
import { eventList, STORE_EVENTS } from '../records/announced-writes.js';
import { outboxTable } from '../outbox/outbox.entity.js';
import { FIND_RUN, FINISH_RUN, STORE_RUN, type FoundRun } from './import-run.table.js';
import { existingSql, foundSql, highestSql, holdersSql, isEmptySql } from './import-sql.js';
import { Stage } from './stage.js';
import type { StoredKinds } from './stored-kinds.js';

/**
 * A batch is tried at most this many times. It is tried again when another write came first, or when the import must first look
 * up the holders of unique values.
 */
const MOST_ATTEMPTS = 20;

/**
 * One import, on a connection of its own. The rows of a batch are copied into temporary tables (`Stage`). They land in the shop's
 * tables at the end of the batch; if the import is `staged`, at its end or never.
 */
export class PostgresImportSession implements ImportSession, ImportBatch {
  /**
   * false: the import does not look up which record holds a unique value, but lets the table refuse a value that is taken. After
   * the first batch that must be tried again, it looks the holders up. Most files take no value from another record, and the
   * look-up takes time. Staged rows are in a table without a unique index, so for them it looks the holders up from the beginning.
   */
  knowsHolders: boolean;

  private readonly key: readonly [string, string, string];
  private readonly stages: ReadonlyMap<RecordType, Stage>;
  /** null: the import does not announce its records */
  private readonly events: Stage | null;
  private batches = 0;

  constructor(
    private readonly client: ClientBase,
    private readonly run: ImportRun,
    private readonly kinds: StoredKinds,
    private readonly clock: Clock,
  ) {
    const { shop, kind, fingerprint, staged, announces } = run;
    this.key = [shop, kind.name, fingerprint];
    this.knowsHolders = staged;
    this.stages = new Map(recordsOf(kind).map((record) => [record, new Stage(client, shop, kinds.of(record), staged)]));
    this.events = announces ? new Stage(client, shop, { table: outboxTable }, staged) : null;
  }

  /** Makes the temporary tables. */
  async prepare(): Promise<void> {
    for (const stage of this.allStages) await stage.prepare();
  }

  async isEmpty(record: RecordType): Promise<boolean> {
    const [row] = await this.query<{ empty: boolean }>(isEmptySql(this.kinds.of(record)), [this.run.shop]);
    return row?.empty === true;
  }

  async progress(): Promise<RunProgress | null> {
    if (this.run.staged) return null;
    const [row] = await this.query<FoundRun>(FIND_RUN, this.key);
    if (!row) return null;
    const { position: offset, line, begunAt: startedAt, ...counts } = row;
    return { ...counts, startedAt, position: { offset, line } };
  }

  async batch<T>(work: (batch: ImportBatch) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await this.transaction(() => work(this));
        await this.learn();
        return result;
      } catch (error) {
        if (!isOvertaken(error) || attempt === MOST_ATTEMPTS) throw error;
        this.knowsHolders = true;
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

  async finish(landing: boolean, announcements: readonly Announcement[]): Promise<void> {
    await this.transaction(async () => {
      await this.client.query('set local synchronous_commit = on');
      if (!this.run.staged) await this.query(FINISH_RUN, [...this.key, this.clock.now()]);
      else if (landing) await this.landAll();
      if (announcements.length > 0) await this.query(STORE_EVENTS, [this.run.shop, eventList(announcements)]);
    });
  }

  existing(record: RecordType, wanted: Wanted): Promise<ImportedRecord[]> {
    return this.byEither(wanted, 'id', (by) => existingSql(this.kinds.of(record), this.stageOf(record).target, by));
  }

  found(record: RecordType, key: 'id' | 'userId', wanted: Wanted, facts: readonly string[]): Promise<Found[]> {
    return this.byEither(wanted, key, (by) => foundSql(this.kinds.of(record), key, facts, by));
  }

  async holders(record: RecordType, property: string, values: readonly unknown[]): Promise<{ id: string; value: unknown }[]> {
    if (!this.knowsHolders) return [];
    const sql = holdersSql(this.kinds.of(record), this.stageOf(record).target, property);
    return this.query(sql, [this.run.shop, values]);
  }

  async highest(record: RecordType, property: string): Promise<number> {
    const sql = highestSql(this.kinds.of(record), this.stageOf(record).target, property);
    const [row] = await this.query<{ highest: number }>(sql, [this.run.shop]);
    return row?.highest ?? 0;
  }

  async store(
    writes: readonly RecordWrites[],
    { position, startedAt, created, updated, unchanged, skipped }: RunProgress,
    announcements: readonly Announcement[],
  ): Promise<void> {
    for (const one of writes) await this.stored(this.stageOf(one.record), one);
    if (this.events) await this.stored(this.events, newEvents(announcements));
    if (this.run.staged) return;
    const counts = [position.offset, position.line, created, updated, unchanged, skipped];
    await this.query(STORE_RUN, [...this.key, ...counts, startedAt]);
  }

  private async stored(stage: Stage, writes: Omit<RecordWrites, 'record'>): Promise<void> {
    await stage.write(writes);
    if (!this.run.staged) await this.land(stage);
  }

  /** Events land last, when the changes of their records have their times. */
  private async land(stage: Stage): Promise<void> {
    if (stage === this.events) for (const one of this.stages.values()) await one.dateEvents(stage);
    await stage.land(this.clock.now());
  }

  private async landAll(): Promise<void> {
    try {
      for (const stage of this.allStages) await this.land(stage);
    } catch (error) {
      if (violatedUnique(error) === null) throw error;
      throw new Changed('another record took a value of the file meanwhile', { cause: error });
    }
  }

  private get allStages(): readonly Stage[] {
    return [...this.stages.values(), ...(this.events ? [this.events] : [])];
  }

  private stageOf(record: RecordType): Stage {
    const stage = this.stages.get(record);
    if (!stage) throw new Error(`nothing was prepared for ${record.name}`);
    return stage;
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

/** Returns all types of records that rows of this kind create or change. */
function recordsOf({ record, resolve, nested }: AnyKind): RecordType[] {
  const changed = resolve.references.filter(({ alsoWritten }) => alsoWritten).map(({ to }) => to);
  return [...new Set([record, ...changed, ...(nested ? recordsOf(nested.kind()) : [])])];
}

/** Events are staged like new records: as rows of the outbox. */
function newEvents(announcements: readonly Announcement[]): Omit<RecordWrites, 'record'> {
  const created = announcements.map(({ created_at: createdAt, ...event }) => {
    const row: object = { ...event, createdAt, relayedAt: null, number: null };
    return { before: null, after: row as ImportedRecord }; // safe: a stage reads only the columns of its table
  });
  return { created, changed: [], uniques: [], reused: false };
}

/** True when another write came first: a unique value is taken, or two waited for each other. The work may succeed the next time. */
function isOvertaken(error: unknown): boolean {
  return error instanceof AskFirst || violatedUnique(error) !== null || meaningOf(error)?.again === true;
}
