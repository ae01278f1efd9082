import type { ExportedKind, ExportedRecords } from '../../../application/areas/exports/exported-views.js';
import { Snapshots, type Snapshot } from '../../../application/areas/exports/snapshots.js';
import { TookTooLong } from '../../../domain/shared/errors.js';
import { NOBODY, type ApiKeyId, type Id, type ShopId } from '../../../domain/shared/id.js';
import { ADVISORY_LOCKS, EXPORT_LOCKS } from '../../advisory-locks.js';
import type { Database, OwnConnection } from '../../storage/database.js';
import { EventNumbering } from '../../storage/outbox/event-numbering.js';
import { conditionOf } from '../../storage/records/record-kind.js';
import { EXPORTED_SELECTS, type ExportedSelect } from './exported.pages.js';

/** So many rows are read at once: their plans cost little then, and they take little memory. */
const CHUNK = 500;
/** A snapshot keeps PostgreSQL from removing old versions of rows, in all shops. */
const LONGEST_MS = 10 * 60_000;
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
      if (row?.taken) return new PostgresSnapshot(connection, shop, await this.begin(connection, shop), this.longestMs);
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

class PostgresSnapshot implements Snapshot {
  private readonly timer: NodeJS.Timeout;
  private isTooLong = false;

  constructor(
    private readonly connection: OwnConnection,
    private readonly shop: ShopId,
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
    after: Id<never> | null,
  ): AsyncGenerator<readonly ExportedRecords[Kind][]> {
    const rows: ExportedSelect<ExportedRecords[Kind]> = EXPORTED_SELECTS[kind];
    const { select, from, recordOf } = rows;
    const text = `select ${select} from ${from} where t.shop_id = $1 ${conditionOf(rows)} and t.id > $2 order by t.id limit ${CHUNK}`;
    let last: string = after ?? NOBODY;
    let chunk: ExportedRecords[Kind][];
    do {
      chunk = await this.read(text, [this.shop, last]);
      last = chunk.at(-1)?.id ?? last;
      // The cast is safe: the rows are selected for this function.
      if (chunk.length > 0) yield recordOf ? chunk.map((row) => recordOf(row as never)) : chunk;
    } while (chunk.length === CHUNK);
    await this.close();
  }

  close(): Promise<void> {
    clearTimeout(this.timer);
    return this.connection.end();
  }

  private async read<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.connection.read(text, values);
    } catch (error) {
      throw this.isTooLong ? new TookTooLong({ cause: error }, IN_PART, 'the export took too long') : error;
    }
  }
}
