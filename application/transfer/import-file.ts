import { Conflict, NotFound } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import { tellImport } from '../../domain/shared/imported-file.js';
import type { Origin } from '../../domain/shared/origin.js';
import type { Shops } from '../areas/access/shops.js';
import type { Announcement, Announcer } from '../kernel/events/announcer.js';
import { NO_CAUSE, type Cause } from '../kernel/events/cause.js';
import type { Clock, Ids, PublicUrl } from '../kernel/ports/ports.js';
import { announceWrites } from './announce-writes.js';
import { importEvents } from './import-events.js';
import type { AnyKind } from './import-kind.js';
import {
  BEGINNING,
  type ImportError,
  type ImportErrors,
  type ImportPosition,
  type ImportSource,
  type SourceRow,
} from './import-source.js';
import {
  Changed,
  ImportRunning,
  type ImportCounts,
  type ImportProgress,
  type ImportSession,
  type ImportStore,
  type RunProgress,
} from './import-store.js';
import { RowParser, type ParsedRow } from './parse-row.js';
import { writeBatch, type BatchContext } from './write-batch.js';

export interface ImportCommand {
  readonly shop: ShopId;
  readonly kind: AnyKind;
  readonly source: ImportSource;
  readonly errors: ImportErrors;
  /** the origin of new records; in a restore, only of those whose row gives no origin */
  readonly origin: Origin;
  /**
   * true: new records keep the ids and origins of their rows; the shop must have no records of the kind, unless its rows are
   * parts of records
   */
  readonly restore: boolean;
  /** true: stores all lines, or none if one is refused */
  readonly strict: boolean;
  /** true: stores nothing, but reports everything */
  readonly dryRun: boolean;
  /** true: new and changed records are announced, also those of nested rows */
  readonly announce?: boolean;
}

/** Receives the progress of an import. */
export interface ImportWatch {
  resumed(progress: ImportProgress): void;
  progressed(progress: ImportProgress): void;
  /** called once for each unknown column, and for at most `MOST_NAMED` columns */
  unknownColumn(column: string): void;
}

export interface ImportResult extends ImportCounts {
  readonly read: number;
  /**
   * true: the valid lines are stored (in a dry run: would be); false: nothing is stored, because a line was refused in strict
   * mode
   */
  readonly landed: boolean;
}

const START = { position: BEGINNING, created: 0, updated: 0, unchanged: 0, skipped: 0 };
/**
 * An import with staged records is tried at most this many times. It is tried again when other writes have changed the same
 * records before its end.
 */
const MOST_ATTEMPTS = 3;

/**
 * Imports a file of records into a shop. Valid rows are stored, unless `strict` or `dryRun` prevents it. Refused rows are reported.
 * One event tells that the file was imported. Those of its records are announced only if `announce` is true.
 *
 * A row has four shapes on its way. At each step it may become an `ImportError` instead.
 * 1. `SourceRow` (import-source.ts): the values as the file has them.
 * 2. `ParsedRow` (parse-row.ts): the values as the fields of the kind's row class read them, with the rows nested in the row.
 * 3. `ResolvedRow` (resolve-row.ts): with the records that the row means. The kind's `resolve` says which these are, and
 *    known-records.ts looks them up for all rows of a batch together.
 * 4. `RecordWrite` (write-batch.ts): a record before and after the row, from the kind's `write`, and one more for each record that
 *    its `alsoWrites` returns. The store writes it.
 */
export class ImportFile {
  constructor(
    private readonly store: ImportStore,
    private readonly shops: Shops,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
    private readonly publicUrl: PublicUrl,
    private readonly batchLines = LARGEST_BATCH,
  ) {}

  /**
   * @throws NotFound; Conflict while another import of the same kind of record runs, or when a restore finds records of the kind
   * in the shop; Changed when all attempts have failed
   */
  async execute(command: ImportCommand, watch: ImportWatch): Promise<ImportResult> {
    const { kind, source, origin, restore, strict, dryRun, announce = false } = command;
    const shop = await this.shops.find(command.shop);
    if (!shop) throw new NotFound('shop');
    const unknown = new Set<string>();
    const onUnknown = (column: string): void => {
      if (unknown.size < MOST_NAMED && !unknown.has(column)) watch.unknownColumn(column);
      unknown.add(column);
    };
    const context = { source: source.values, country: shop.country, currency: shop.currency, restore };
    const parser = new RowParser(kind, context, source.name, onUnknown);
    const way = [restore ? 'restore' : 'import', ...(announce ? ['announce'] : [])];
    const fingerprint = [source.fingerprint, source.values, origin, ...way].join(' ');
    const run = { shop: shop.id, kind, fingerprint, staged: strict || dryRun, announces: announce };
    const batchContext = { shop, restore, origin, ids: this.ids, publicUrl: this.publicUrl.url };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.store.run(run, (session) => this.import(session, command, parser, batchContext, watch));
      } catch (error) {
        if (error instanceof ImportRunning) throw new Conflict(`another import of ${kind.name} into this shop is running`);
        if (!(error instanceof Changed) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  private async import(
    session: ImportSession,
    command: ImportCommand,
    parser: RowParser,
    batchContext: Omit<BatchContext, 'now'>,
    watch: ImportWatch,
  ): Promise<ImportResult> {
    const { kind, source, errors, restore, strict, dryRun } = command;
    const resumed = await session.progress();
    // A kind of parts is not refused here, because it needs the records that its rows are parts of.
    if (restore && !resumed && !kind.resolve.partOf && !(await session.isEmpty(kind.record))) {
      throw new Conflict(`--restore needs a shop without ${kind.name}, but this shop has some`);
    }
    if (resumed) watch.resumed(resumed);
    let progress: RunProgress = resumed ?? { ...START, startedAt: this.clock.now() };
    await errors.begin(progress.position.line);
    const store = async (rows: RowBatch): Promise<void> => {
      progress = await this.storeBatch(session, command, rows, progress, { ...batchContext, now: this.clock.now() });
      watch.progressed(progress);
    };
    await whileReading(inBatches(source.rows(progress.position), parser, this.batchLines), store);
    const lands = !strict || progress.skipped === 0;
    const stores = lands && !dryRun;
    await session.finish(stores, stores ? this.told(kind, progress) : []);
    return resultOf(progress, lands);
  }

  private told(kind: AnyKind, { created, updated, startedAt }: RunProgress): readonly Announcement[] {
    const decision = tellImport({ kind: kind.name, created, updated, startedAt }, this.clock.now());
    return this.announcer.announce(importEvents, null, decision, causeOf(kind)).announcements;
  }

  private storeBatch(
    session: ImportSession,
    { kind, errors, announce = false }: ImportCommand,
    { rows, end }: RowBatch,
    before: RunProgress,
    batchContext: BatchContext,
  ): Promise<RunProgress> {
    return session.batch(async (batch) => {
      const { writes, counts, refused } = await writeBatch(batch, rows, batchContext);
      const progress = {
        position: end,
        startedAt: before.startedAt,
        created: before.created + counts.created,
        updated: before.updated + counts.updated,
        unchanged: before.unchanged + counts.unchanged,
        skipped: before.skipped + refused.length,
      };
      const { shop, now } = batchContext;
      const running = { announcer: this.announcer, cause: causeOf(kind), shop, now };
      const announced = announce ? await announceWrites(batch, kind, writes, running) : [];
      await batch.store(writes, progress, announced);
      // Errors are written before the batch is committed. If the process dies in between, the next run drops the errors of lines
      // that were not committed.
      await errors.add(refused);
      return progress;
    });
  }
}

/** At most this many unknown columns are reported. A file of another kind may have any number of unknown columns. */
const MOST_NAMED = 50;

/** Reads the next batch while the batch before it is stored. */
async function whileReading(batches: AsyncIterable<RowBatch>, store: (batch: RowBatch) => Promise<void>): Promise<void> {
  let storing = Promise.resolve();
  for await (const batch of batches) {
    await storing;
    storing = store(batch);
    // The promise is awaited in the next round or after the loop. Until then a failure must not count as an unhandled rejection.
    storing.catch(() => undefined);
  }
  await storing;
}

function resultOf({ created, updated, unchanged, skipped }: ImportProgress, landed: boolean): ImportResult {
  const read = created + updated + unchanged + skipped;
  return landed
    ? { read, created, updated, unchanged, skipped, landed }
    : { read, created: 0, updated: 0, unchanged: 0, skipped, landed };
}

/**
 * The largest number of lines in a batch. All its lines share the cost of its statements, so this cost is small for each line.
 */
const LARGEST_BATCH = 1000;
/** A batch also ends when its lines take this many bytes of the file. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Rows that are stored together. */
interface RowBatch {
  readonly rows: readonly (ParsedRow | ImportError)[];
  /** where the next batch begins */
  readonly end: ImportPosition;
}

async function* inBatches(
  chunks: AsyncIterable<readonly SourceRow[]>,
  parser: RowParser,
  mostLines: number,
): AsyncGenerator<RowBatch> {
  let rows: (ParsedRow | ImportError)[] = [];
  let begin = 0;
  let end: ImportPosition | null = null;
  for await (const chunk of chunks) {
    for (const source of chunk) {
      rows.push(parser.parse(source));
      end = source.next;
      if (rows.length < mostLines && end.offset - begin < MOST_BYTES) continue;
      yield { rows, end };
      rows = [];
      begin = end.offset;
    }
  }
  if (end && rows.length > 0) yield { rows, end };
}

function causeOf({ name }: AnyKind): Cause {
  return { ...NO_CAUSE, operation: `${name}.import` };
}
