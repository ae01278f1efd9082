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
import { RecordStore } from '../../storage/records/record-store.js';
import { statement } from '../../storage/statement.js';
import { MESSAGE_KIND, providerIdOnce, SHOWN_MESSAGE } from './message.entity.js';
import { MessagePages } from './message.pages.js';

const OF_PROVIDER = statement(
  'messages.of_provider',
  `select ${MESSAGE_KIND.select} from ${MESSAGE_KIND.from} where t.shop_id = $1 and t.provider_id = $2`,
);
const CLAIMED = MESSAGE_KIND.from.replace('messages t', 'claimed t');
/**
 * The first part finds the message by its key alone, and the second one judges the status. If one condition had both, the planner would
 * take the index of messages under way, which is empty at most times, and read all of it for each text of a burst.
 */
const CLAIM = statement(
  'messages.claim',
  `with message as (
    select m.status from messages m where m.shop_id = $1 and m.id = $2 for update
  ), claimed as (
    update messages m set status = 'sending', due_at = null, version = m.version + 1, updated_at = default from message
    where m.shop_id = $1 and m.id = $2 and message.status = 'queued'
    returning m.*
  )
  select ${MESSAGE_KIND.select} from ${CLAIMED}`,
);

/**
 * `$3` and `$4` are the room that the rules saw. The counter's row makes hand-overs of one shop wait for each other, and the condition is
 * judged with what the others have left. The text is locked first, so that two runs for one text take one place.
 */
const CLAIM_TEXT = statement(
  'messages.claim_text',
  `with text as (
    select m.id, m."to", m.status from messages m where m.shop_id = $1 and m.id = $2 for update
  ), free as (
    select t.id from text t left join opt_outs o on o.shop_id = $1 and o.number = t."to" and o.lifted_at is null
    where t.status = 'queued' and o.number is null
  ), place as (
    insert into texts_taken as k (shop_id, taken) select here.shop_id, 1 from shop_rows here, free f where here.shop_id = $1 and $4 > 0
    on conflict (shop_id) do update set taken = k.taken + 1 where k.taken < $3::bigint + $4::integer
    returning k.shop_id
  ), claimed as (
    update messages m set status = 'sending', due_at = null, version = m.version + 1, updated_at = default from place p
    where m.shop_id = $1 and m.id = $2 and p.shop_id = m.shop_id
    returning m.*
  )
  select ${MESSAGE_KIND.select}, exists (select from text where status = 'queued') as queued, exists (select from free) as free
  from (select 1) one left join (${CLAIMED}) on true`,
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

type ClaimRow = { readonly [Property in keyof ThreadMessage]: ThreadMessage[Property] | null } & {
  readonly queued: boolean;
  readonly free: boolean;
};

/** The pause between two looks at the texts that are being handed over. */
const LOOK_AGAIN_MS = 25;

export class PostgresMessages extends Messages {
  private readonly store: RecordStore<ThreadMessage>;
  private readonly pages: MessagePages;

  constructor(private readonly database: Database) {
    super();
    this.store = new RecordStore(database, MESSAGE_KIND);
    this.pages = new MessagePages(database);
  }

  override find(shop: ShopId, id: MessageId): Promise<ThreadMessage | null> {
    return this.store.find(shop, id);
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
    return providerIdOnce(this.store.change(shop, id, change));
  }

  override async claim(shop: ShopId, id: MessageId): Promise<ThreadMessage | null> {
    const [message] = await this.database.write<ThreadMessage>(CLAIM, [shop, id]);
    return message ?? null;
  }

  override async claimText(shop: ShopId, id: MessageId, { taken, left }: HourlyRoom): Promise<TextClaim> {
    const [row] = await this.database.write<ClaimRow>(CLAIM_TEXT, [shop, id, taken, left]);
    if (!row) throw new Error('a claim answered nothing');
    const { queued, free, ...message } = row;
    // The cast is safe: the columns of a text that was not claimed are null, and its id is one of them.
    if (message.id !== null) return { claimed: message as ThreadMessage, refusal: null };
    return { claimed: null, refusal: !queued ? null : free ? 'hourly_limit' : 'opted_out' };
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
