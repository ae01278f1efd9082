import type { ExportedKind, ExportedRecords } from '../../../application/areas/exports/exported-views.js';
import { Gone, Snapshots, type Snapshot, type WantedRecords } from '../../../application/areas/exports/snapshots.js';
import { TookTooLong } from '../../../domain/shared/errors.js';
import { NOBODY, type ApiKeyId, type ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { ADVISORY_LOCKS, EXPORT_LOCKS } from '../../advisory-locks.js';
import type { Database, OwnConnection } from '../../storage/database.js';
import { goneSql, toldSql } from '../../storage/lists/change-pages.js';
import { EventNumbering } from '../../storage/outbox/event-numbering.js';
import type { ExtraTables } from '../../storage/records/extra-tables.js';
import { conditionOf } from '../../storage/records/record-kind.js';
import { EXPORTED_SELECTS, type ExportedSelect } from './exported.pages.js';

/** So many rows are read at once: their plans cost little then, and they take little memory. */
const CHUNK = 500;
/** A snapshot keeps PostgreSQL from removing old versions of rows, in all shops. */
const LONGEST_MS = 10 * 60_000;
const NEXT = `t.id > $2 order by t.id limit ${CHUNK}`;
const IN_PART = 'the export is incomplete';

const NUMBERING = ADVISORY_LOCKS.numbering.join(', ');
const TAKE_KEY = 'select pg_try_advisory_lock($1, hashtext($2)) as taken';
const BEGIN = 'begin isolation level repeatable read read only';

/** Takes each snapshot on a connection of its own. The locks of the snapshot end with the connection. */
export class PostgresSnapshots extends Snapshots {
  private readonly numbering: EventNumbering;

  constructor(
    private readonly database: Database,
    private readonly longestMs = LONGEST_MS,
  ) {
    super();
    this.numbering = new EventNumbering(database);
  }

  override async take(shop: ShopId, holder: ApiKeyId): Promise<Snapshot | null> {
    const connection = await this.database.ownConnection();
    try {
      const [row] = await connection.read<{ taken: boolean }>(TAKE_KEY, [EXPORT_LOCKS, holder]);
      const { extra } = this.database;
      if (row?.taken) return new PostgresSnapshot(connection, shop, extra, await this.begin(connection, shop), this.longestMs);
    } catch (error) {
      void connection.end();
      throw error;
    }
    await connection.end();
    return null;
  }

  /**
   * Begins the transaction with the snapshot, and returns its position. Nobody else gives events numbers meanwhile. So the events of
   * the snapshot that have none yet get theirs here, before all events that are stored later: the position divides the feed exactly.
   */
  private async begin({ read }: OwnConnection, shop: ShopId): Promise<number> {
    await read(`select pg_advisory_lock(${NUMBERING})`, []);
    await read(BEGIN, []);
    const position = await this.numbering.positionOf(read, shop);
    await read(`select pg_advisory_unlock(${NUMBERING})`, []); // after an error, the lock ends with the connection
    return position;
  }
}

interface Row {
  readonly id: string;
  /** absent in an export of all records */
  readonly gone?: boolean;
  readonly updatedAt: Instant;
}

function allSql(rows: ExportedSelect<unknown>): string {
  return `select ${rows.select} from ${rows.from} where t.shop_id = $1 ${conditionOf(rows)} and ${NEXT}`;
}

function changedSql(rows: ExportedSelect<unknown>): string {
  const gone = goneSql(rows);
  return `select ${rows.select}, (${gone}) as gone from ${rows.from}
    where t.shop_id = $1 and t.updated_at >= $3 and ${toldSql(gone)} and ${NEXT}`;
}

function recordIn<T>({ recordOf }: ExportedSelect<T>, row: Row): T | Gone {
  if (row.gone) return new Gone(row.id, row.updatedAt);
  // The casts are safe: the rows are selected for this function, or are the records.
  return recordOf ? recordOf(row as never) : (row as T);
}

class PostgresSnapshot implements Snapshot {
  private readonly timer: NodeJS.Timeout;
  private isTooLong = false;

  constructor(
    private readonly connection: OwnConnection,
    private readonly shop: ShopId,
    private readonly extra: ExtraTables,
    readonly position: number,
    longestMs: number,
  ) {
    this.timer = setTimeout(() => {
      this.isTooLong = true;
      void this.close();
    }, longestMs);
  }

  async *records<Kind extends ExportedKind>(
    kind: Kind,
    { after, since }: WantedRecords,
  ): AsyncGenerator<readonly (ExportedRecords[Kind] | Gone)[]> {
    const rows: ExportedSelect<ExportedRecords[Kind]> = this.extra.extended(EXPORTED_SELECTS[kind]);
    const text = since === null ? allSql(rows) : changedSql(rows);
    let last: string = after ?? NOBODY;
    let chunk: Row[];
    do {
      chunk = await this.read(text, [this.shop, last, ...(since === null ? [] : [since])]);
      last = chunk.at(-1)?.id ?? last;
      if (chunk.length > 0) yield chunk.map((row) => recordIn(rows, row));
    } while (chunk.length === CHUNK);
    await this.close();
  }

  close(): Promise<void> {
    clearTimeout(this.timer);
    return this.connection.end();
  }

  private async read(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.connection.read(text, values);
    } catch (error) {
      throw this.isTooLong ? new TookTooLong({ cause: error }, IN_PART, 'the export took too long') : error;
    }
  }
}
