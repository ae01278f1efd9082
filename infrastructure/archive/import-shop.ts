import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { NUMBER_LOCKS } from '../../adapters/advisory-locks.js';
import { IS_LIVE } from '../../adapters/areas/phone-numbers/phone-number.entity.js';
import { ignore, opened, type DatabaseConnections } from '../../adapters/postgres/pool.js';
import { addArchivedRows } from '../../adapters/storage/archive/archived-rows.js';
import { archivedTables, type ArchivedTable } from '../../adapters/storage/archive/archived-tables.js';
import { settleCopy } from '../../adapters/storage/backup/silent-copy.js';
import type { FileStorage } from '../../application/areas/media/file-storage.js';
import type { Pauses } from '../../application/areas/outgoing/pauses.js';
import type { Clock, Ids } from '../../application/kernel/ports/ports.js';
import { WAYS, type Pause } from '../../domain/outgoing/pause.js';
import { Conflict } from '../../domain/shared/errors.js';
import { toId, type ShopId } from '../../domain/shared/id.js';
import { DamagedArchive, FILES, openArchive, type ArchiveHead } from './archive-file.js';
import { LinesWithFiles } from './archived-files.js';

export interface ImportTarget {
  readonly connections: Pick<DatabaseConnections, 'patient'>;
  readonly files: FileStorage;
  readonly pauses: Pauses;
  readonly ids: Ids;
  readonly clock: Clock;
  /** the names of those that this release has */
  readonly migrations: readonly string[];
  /** true: a shop with the same id must not be here */
  readonly keepIds: boolean;
  readonly stopping: AbortSignal;
}

export interface ImportedShop {
  readonly id: ShopId;
  readonly head: ArchiveHead;
  readonly rows: number;
  readonly files: number;
  /** blocks of erased people, which only the signing keys and the shop's id of before can find */
  readonly lostBlocks: number;
}

/** A pause takes effect on every instance within this time. */
const PAUSE_HEARD_MS = 1000;
const MOST_ROWS = 500;
const MOST_CHARACTERS = 1_000_000;

/**
 * Brings a shop of an archive, all of it or nothing. An id is unique within its shop, so that only that of the shop itself may be
 * taken here. Everything that would leave the shop is paused before anybody can see its rows.
 */
export async function importShop(target: ImportTarget, path: string): Promise<ImportedShop> {
  const head = await checkedHead(target, path);
  const client = await opened(target.connections.patient);
  const pauses: Pause[] = [];
  try {
    const shop = await freeId(client, target, head);
    for (const way of WAYS) {
      const [id, since] = [target.ids.next<'Pause'>(), target.clock.now()];
      const reason = 'imported from an archive';
      const pause: Pause = { id, way, shop, cause: 'start', reason, since, until: null, tryAt: null, told: null };
      if (await target.pauses.add(pause)) pauses.push(pause);
    }
    const heard = sleep(PAUSE_HEARD_MS);
    await client.query('begin');
    const loaded = await load(client, target, path, shop);
    await heard;
    target.stopping.throwIfAborted();
    await client.query('commit');
    return { ...loaded, id: shop, head };
  } catch (error) {
    for (const { id } of pauses) await target.pauses.end(id, target.clock.now());
    throw error;
  } finally {
    await client.end().catch(ignore); // what was not committed is undone
  }
}

/** Reads the whole archive, so that a damaged one has changed nothing. */
async function checkedHead({ migrations, stopping }: ImportTarget, path: string): Promise<ArchiveHead> {
  const { head, lines } = await openArchive(path);
  if (head.archive !== 'shop') throw new Error('it is a copy for a person, and no shop');
  const unknown = head.migrations.filter((name) => !migrations.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `release ${head.release} has made it, whose tables are unknown here (${unknown.join(', ')}): ` +
        'use that release or a newer one, with the same EXTENSIONS',
    );
  for await (const line of lines) {
    void line;
    stopping.throwIfAborted();
  }
  return head;
}

async function freeId(client: ClientBase, { ids, keepIds }: ImportTarget, { shop }: ArchiveHead): Promise<ShopId> {
  const id = toId<'Shop'>(shop.id);
  if (id === null) throw new DamagedArchive();
  const { rowCount } = await client.query('select from shops where id = $1', [id]);
  if (rowCount === 0) return id;
  if (keepIds) throw new Conflict(`the shop ${id} is here already: without --keep-ids, the copy gets another id`);
  return ids.next();
}

type Loaded = Omit<ImportedShop, 'id' | 'head'>;

/** Adds the rows and the files. A failure leaves no file, unless the shop is another one's that came first. */
async function load(client: ClientBase, { files: storage, stopping }: ImportTarget, path: string, shop: ShopId): Promise<Loaded> {
  const { head, lines: all } = await openArchive(path);
  const tables = new Map((await archivedTables(client)).map((table) => [table.name, table]));
  const lines = new LinesWithFiles(all);
  const counts = { rows: 0, files: 0 };
  try {
    for (let line = await lines.peek(); line; line = await lines.peek()) {
      stopping.throwIfAborted();
      if (line.kind === FILES) {
        await lines.store(storage, shop);
        counts.files += 1;
        continue;
      }
      const table = tables.get(line.kind);
      if (!table) throw new Error(`no migration of this release makes its table ${line.kind}`);
      counts.rows += await addBatch(client, table, head, lines, shop);
    }
    await client.query(GIVE_ROW, [shop]);
    await requireFreeNumbers(client, shop);
    await settleCopy(client, shop);
    await client.query(FORGET_POSITIONS, [shop]);
    const { rows } = await client.query<{ n: number }>(COUNT_DIGESTS, [shop]);
    return { ...counts, lostBlocks: rows[0]?.n ?? 0 };
  } catch (error) {
    if (counts.rows > 0) await storage.deleteAll(shop);
    throw error;
  }
}

/** An archive of an earlier release may have no row of settings. A distributed database finds the server of a write by it. */
const GIVE_ROW = 'insert into shop_settings (shop_id) values ($1) on conflict do nothing';
/** The feed of the shop begins anew, so that all its events are later than these runs. */
const FORGET_POSITIONS = `update automation_runs set since_number = 0 where shop_id = $1 and state = 'pending'`;
const COUNT_DIGESTS = `select count(*)::integer as n from opt_outs where shop_id = $1 and starts_with(number, 'erased:')`;

/** Adds the next rows of a table, and returns their number. An older release has left out the columns that it did not have. */
async function addBatch(
  client: ClientBase,
  table: ArchivedTable,
  { shop: from, tables }: ArchiveHead,
  lines: LinesWithFiles,
  shop: ShopId,
): Promise<number> {
  const columns = table.columns.filter((column) => tables[table.name]?.includes(column));
  const texts: string[] = [];
  let length = 0;
  for (let line = await lines.peek(); line?.kind === table.name; line = await lines.peek()) {
    if (texts.length === MOST_ROWS || length > MOST_CHARACTERS) break;
    texts.push(line.text.replaceAll(from.id, shop));
    length += line.text.length;
    await lines.take();
  }
  await addArchivedRows(client, { name: table.name, columns }, { column: table.shop, id: shop }, texts);
  return texts.length;
}

/** An inbound text names nothing but the number, so that a number may be live in one shop only. */
async function requireFreeNumbers(client: ClientBase, shop: ShopId): Promise<void> {
  const { rows } = await client.query<{ number: string }>(
    `select t.number from phone_numbers t where t.shop_id = $1 and ${IS_LIVE} order by t.number`,
    [shop],
  );
  for (const { number } of rows) {
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [NUMBER_LOCKS, number]);
    const holders = await client.query<{ shop: string }>(
      `select t.shop_id as shop from phone_numbers t where t.number = $1 and t.shop_id <> $2 and ${IS_LIVE} limit 1`,
      [number, shop],
    );
    const [holder] = holders.rows;
    if (holder) throw new Conflict(`${number} is a line of the shop ${holder.shop} here: release it there first`);
  }
}
