import type { ClientBase } from 'pg';
import { ExpiredRecords, type Expired } from '../../../application/areas/retention/expired-records.js';
import type { Announcement } from '../../../application/kernel/events/announcer.js';
import type { KeptPart } from '../../../domain/retention/retention.js';
import type { MediaFileId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { emptySql } from '../../storage/erasure/eraser.js';
import { eventList, STORE_EVENTS } from '../../storage/records/announced-writes.js';
import { statement, type Statement } from '../../storage/statement.js';
import { columnOf, quoted, type Table } from '../../storage/tables/table.js';
import { callTable, WITHOUT_SOUNDS, WITHOUT_TRANSCRIPT } from '../calls/call.entity.js';
import { EMPTIED_MESSAGE, messageTable } from '../texting/message.entity.js';
import { EMPTIED_SCHEDULED_MESSAGE, scheduledMessageTable } from '../texting/scheduled-message.entity.js';

/** The records that one transaction empties. They are few, because their files are deleted meanwhile. */
const BATCH = 100;

/** How a part is stored. */
interface StoredPart {
  readonly table: Table;
  /** the property with the time from which the months count */
  readonly since: string;
  /** the SQL condition on a row `t` that has the part, which is that of an index, and can lose it */
  readonly where: string;
  /** the values of a row without the part */
  readonly to: Readonly<Record<string, string>>;
  /** the column of `media_files` with the record that a file belongs to */
  readonly files?: 'call_id' | 'message_id';
}

const PARTS: Readonly<Record<KeptPart, StoredPart>> = {
  recordings: {
    table: callTable,
    since: 'startedAt',
    where: '(t.has_recording or t.has_voicemail)',
    to: WITHOUT_SOUNDS,
    files: 'call_id',
  },
  transcripts: {
    table: callTable,
    since: 'startedAt',
    where: '(t.transcript is not null or t.ai_summary is not null)',
    to: WITHOUT_TRANSCRIPT,
  },
  messages: {
    table: messageTable,
    since: 'createdAt',
    where: `t.erased_at is null and t.status not in ('queued', 'sending')`,
    to: EMPTIED_MESSAGE,
    files: 'message_id',
  },
  scheduled_messages: {
    table: scheduledMessageTable,
    since: 'sendAt',
    where: `t.body <> ${EMPTIED_SCHEDULED_MESSAGE.body} and t.status not in ('scheduled', 'sending')`,
    to: EMPTIED_SCHEDULED_MESSAGE,
  },
};

interface Statements {
  /** `$1` shop, `$2` the time since which everything is kept */
  readonly oldest: Statement;
  /** Locks the records with the ids `$3`. A record that another transaction has locked is left out, and comes in a later run. */
  readonly lock: string;
  /** `$1` shop, `$2` the ids of the records; null: they have no files */
  readonly files: string | null;
  readonly empty: string;
}

const DELETE_FILES = 'delete from media_files f where f.shop_id = $1 and f.id = any($2::uuid[])';

const STATEMENTS = new Map(Object.entries(PARTS).map(([part, stored]) => [part, statementsOf(part, stored)]));

export class PostgresExpiredRecords extends ExpiredRecords {
  constructor(private readonly database: Database) {
    super();
  }

  override async empty(
    shop: ShopId,
    expired: Expired,
    removeFile: (file: MediaFileId) => Promise<void>,
    tell: (ids: readonly string[]) => readonly Announcement[],
  ): Promise<boolean> {
    const statements = STATEMENTS.get(expired.part);
    if (!statements) throw new Error(`nobody stores ${expired.part}`);
    const oldest = await this.database.read<{ readonly id: string }>(statements.oldest, [shop, expired.keptSince]);
    if (oldest.length === 0) return false;
    await this.database.onOwnConnection(async (client) => {
      await client.query('begin');
      const found = [shop, expired.keptSince, oldest.map(({ id }) => id)];
      const ids = idsIn(await client.query<{ id: string }>(statements.lock, found));
      if (statements.files !== null) await deleteFiles(client, shop, statements.files, ids, removeFile);
      await client.query(statements.empty, [shop, ids]);
      if (ids.length > 0) await client.query(STORE_EVENTS, [shop, eventList(tell(ids))]);
      await client.query('commit');
    });
    return oldest.length === BATCH;
  }
}

/**
 * The contents go before the rows that point at them, so that a run which is cut off loses no trace of what is left to do. The
 * record is locked meanwhile, so no further file lands.
 */
async function deleteFiles(
  client: ClientBase,
  shop: ShopId,
  files: string,
  owners: readonly string[],
  removeFile: (file: MediaFileId) => Promise<void>,
): Promise<void> {
  const ids = idsIn(await client.query<{ id: MediaFileId }>(files, [shop, owners]));
  for (const id of ids) await removeFile(id);
  await client.query(DELETE_FILES, [shop, ids]);
}

function idsIn<Id extends string>({ rows }: { readonly rows: readonly { readonly id: Id }[] }): readonly Id[] {
  return rows.map(({ id }) => id);
}

function statementsOf(part: string, { table, since, where, to, files }: StoredPart): Statements {
  const time = `t.${quoted(columnOf(table, since))}`;
  const isExpired = `from ${table.name} t where t.shop_id = $1 and ${time} < $2 and ${where}`;
  return {
    oldest: statement(`retention.${part}`, `select t.id ${isExpired} order by ${time} limit ${BATCH}`),
    lock: `select t.id ${isExpired} and t.id = any($3::uuid[]) for update skip locked`,
    files: files === undefined ? null : `select f.id from media_files f where f.shop_id = $1 and f.${files} = any($2::uuid[])`,
    empty: emptySql(table, to),
  };
}
