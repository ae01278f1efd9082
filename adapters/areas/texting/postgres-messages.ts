import { setTimeout as sleep } from 'node:timers/promises';
import {
  Messages,
  type HourlyRoom,
  type LastMessage,
  type MessageFilter,
  type TextClaim,
} from '../../../application/areas/texting/messages.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { ConversationId, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { MessageStatus, ShownMessage, ThreadMessage } from '../../../domain/texting/message.js';
import { CONTACT_LOCKS } from '../../advisory-locks.js';
import type { Database } from '../../storage/database.js';
import { BurstStore } from '../../storage/records/burst-store.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { statement } from '../../storage/statement.js';
import { Claims } from './postgres-claims.js';
import { MESSAGE_KIND, providerIdOnce, SHOWN_MESSAGE } from './message.entity.js';
import { MessagePages } from './message.pages.js';

const OF_PROVIDER = statement(
  'messages.of_provider',
  `select ${MESSAGE_KIND.select} from ${MESSAGE_KIND.from} where t.shop_id = $1 and t.provider_id = $2`,
);
const UNDER_WAY = statement(
  'messages.under_way',
  `select t.id from messages t
  where t.shop_id = $1 and t."to" = $2 and t.status = $3 and t.status in ('queued', 'sending') and not t.keyword_answer
  order by t.created_at, t.id`,
);
/** The condition is that of the index. */
const LATELY = statement(
  'messages.lately',
  `select ${SHOWN_MESSAGE.select} from ${SHOWN_MESSAGE.from}
  where t.shop_id = $1 and t.direction = 'outbound' and t.origin = 'service' and t.segments is not null and not t.keyword_answer
    and ($2::text is null or t.status = $2)
  order by t.created_at desc, t.id desc limit $3`,
);
const LAST = statement(
  'messages.last',
  `select wanted.id as thread, last.direction, last.body, last."createdAt" from unnest($2::uuid[]) as wanted (id)
  cross join lateral (
    select t.direction, t.body, t.created_at as "createdAt" from messages t
    where t.shop_id = $1 and t.conversation_id = wanted.id order by t.created_at desc, t.id desc limit 1
  ) last`,
);
const LOCK_CONTACT = statement('messages.lock_contact', 'select pg_advisory_xact_lock($2, hashtext($1))');
const KEYWORD_ANSWER = statement(
  'messages.keyword_answer',
  'select t.id from messages t where t.shop_id = $1 and t."to" = $2 and t.keyword_answer and t.created_at >= $3 limit 1',
);

/** The pause between two looks at the texts that are being handed over. */
const LOOK_AGAIN_MS = 25;

export class PostgresMessages extends Messages {
  private readonly store: RecordStore<ThreadMessage>;
  private readonly burst: BurstStore<ThreadMessage>;
  private readonly pages: MessagePages;
  private readonly claims: Claims;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, MESSAGE_KIND);
    this.burst = new BurstStore(database, MESSAGE_KIND, this.store);
    this.pages = new MessagePages(database);
    this.claims = new Claims(database);
  }

  override find(shop: ShopId, id: MessageId): Promise<ThreadMessage | null> {
    return this.burst.find(shop, id);
  }

  override async ofProvider(shop: ShopId, providerId: string): Promise<ThreadMessage | null> {
    const [message] = await this.database.read<ThreadMessage>(OF_PROVIDER, [shop, providerId]);
    return message ?? null;
  }

  override search(shop: ShopId, filter: MessageFilter, limit: number, after: Position | null): Promise<ShownMessage[]> {
    return this.pages.search(shop, filter, limit, after);
  }

  override async lastOf(shop: ShopId, threads: readonly ConversationId[]): Promise<ReadonlyMap<string, LastMessage>> {
    const rows = await this.database.read<LastMessage & { readonly thread: string }>(LAST, [shop, threads]);
    return new Map(rows.map((row) => [row.thread, row]));
  }

  override changes(shop: ShopId, filter: MessageFilter, asked: ChangesAsked): Promise<ChangedRows<ShownMessage>> {
    return this.pages.changes(shop, filter, asked);
  }

  override lately(shop: ShopId, status: MessageStatus | null, limit: number): Promise<ShownMessage[]> {
    return this.database.read<ShownMessage>(LATELY, [shop, status, limit]);
  }

  override list(shop: ShopId, filter: MessageFilter, limit: number, offset: number): Promise<OffsetSlice<ShownMessage>> {
    return this.pages.list(shop, filter, limit, offset);
  }

  override change(
    shop: ShopId,
    id: MessageId,
    change: (message: ThreadMessage) => Announced<ThreadMessage>,
  ): Promise<ThreadMessage | null> {
    return providerIdOnce(this.burst.change(shop, id, change));
  }

  override claim(shop: ShopId, id: MessageId): Promise<ThreadMessage | null> {
    return this.claims.claim(shop, id);
  }

  override claimText(shop: ShopId, id: MessageId, room: HourlyRoom): Promise<TextClaim> {
    return this.claims.claimText(shop, id, room);
  }

  override async queuedFor(shop: ShopId, number: E164): Promise<readonly MessageId[]> {
    return (await this.underWay(shop, number, 'queued')).map(({ id }) => id);
  }

  override async untilHandedOver(shop: ShopId, number: E164, mostMs: number): Promise<boolean> {
    const end = performance.now() + mostMs;
    while ((await this.underWay(shop, number, 'sending')).length > 0) {
      if (performance.now() >= end) return false;
      await sleep(LOOK_AGAIN_MS);
    }
    return true;
  }

  private underWay(shop: ShopId, number: E164, status: 'queued' | 'sending'): Promise<{ readonly id: MessageId }[]> {
    return this.database.read<{ readonly id: MessageId }>(UNDER_WAY, [shop, number, status]);
  }

  override async claimKeywordAnswer(shop: ShopId, number: E164, since: Instant): Promise<boolean> {
    // A statement sees what was stored before it began, so the lock is a statement of its own before the look.
    await this.database.write(LOCK_CONTACT, [`${shop} ${number}`, CONTACT_LOCKS]);
    return (await this.database.read(KEYWORD_ANSWER, [shop, number, since])).length === 0;
  }
}
