import type { HourlyRoom, TextClaim } from '../../../application/areas/texting/messages.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';
import type { ThreadMessage } from '../../../domain/texting/message.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { ALONE, Together, type TogetherOutcome } from '../../storage/records/together.js';
import { MESSAGE_KIND } from './message.entity.js';

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
/** Takes several texts, if there is a place for each of them: `$2` their ids, `$3` how many the shop may have taken then. */
const CLAIM_TEXTS = statement(
  'messages.claim_texts',
  `with text as (
    select m.id, m."to", m.status from unnest($2::uuid[]) as wanted (id) cross join lateral (
      select m.id, m."to", m.status from messages m where m.shop_id = $1 and m.id = wanted.id limit 1 for update skip locked
    ) m
  ), free as (
    select t.id from text t left join opt_outs o on o.shop_id = $1 and o.number = t."to" and o.lifted_at is null
    where t.status = 'queued' and o.number is null
  ), place as (
    insert into texts_taken as k (shop_id, taken)
    select here.shop_id, f.n from shop_rows here, (select count(*) as n from free) f
    where here.shop_id = $1 and f.n between 1 and $3::bigint
    on conflict (shop_id) do update set taken = k.taken + excluded.taken where k.taken + excluded.taken <= $3::bigint
    returning k.shop_id
  ), claimed as (
    update messages m set status = 'sending', due_at = null, version = m.version + 1, updated_at = default from free f, place p
    where m.shop_id = $1 and m.id = f.id and p.shop_id = m.shop_id
    returning m.*
  )
  select ${MESSAGE_KIND.select} from ${CLAIMED}`,
);
type ClaimRow = { readonly [Property in keyof ThreadMessage]: ThreadMessage[Property] | null } & {
  readonly queued: boolean;
  readonly free: boolean;
};

interface ClaimCall {
  readonly id: MessageId;
  readonly room: HourlyRoom;
}

/** Takes queued messages, so that only the caller hands them over. The port `Messages` says how. */
export class Claims {
  private readonly texts: Together<ClaimCall, TextClaim>;

  constructor(private readonly database: Database) {
    this.texts = new Together(database, {
      alone: (shop, call) => this.one(shop, call),
      many: (shop, calls) => this.many(shop, calls),
    });
  }

  async claim(shop: ShopId, id: MessageId): Promise<ThreadMessage | null> {
    const [message] = await this.database.write<ThreadMessage>(CLAIM, [shop, id]);
    return message ?? null;
  }

  claimText(shop: ShopId, id: MessageId, room: HourlyRoom): Promise<TextClaim> {
    return this.texts.run(shop, { id, room });
  }

  private async one(shop: ShopId, { id, room: { taken, left } }: ClaimCall): Promise<TextClaim> {
    const [row] = await this.database.write<ClaimRow>(CLAIM_TEXT, [shop, id, taken, left]);
    if (!row) throw new Error('a claim answered nothing');
    const { queued, free, ...message } = row;
    // The cast is safe: the columns of a text that was not claimed are null, and its id is one of them.
    if (message.id !== null) return { claimed: message as ThreadMessage, refusal: null };
    return { claimed: null, refusal: !queued ? null : free ? 'hourly_limit' : 'opted_out' };
  }

  /** The smallest of the limits that the rules saw counts. A text that is not taken with the others is taken, or refused, alone. */
  private async many(shop: ShopId, calls: readonly ClaimCall[]): Promise<TogetherOutcome<TextClaim>[]> {
    const most = Math.min(...calls.map(({ room: { taken, left } }) => taken + left));
    const rows = await this.database.write<ThreadMessage>(CLAIM_TEXTS, [shop, calls.map(({ id }) => id), most]);
    const claimed = new Map(rows.map((row) => [row.id, row]));
    return calls.map(({ id }) => {
      const text = claimed.get(id);
      claimed.delete(id); // a second run for the text has not taken it
      return text ? { kind: 'done', result: { claimed: text, refusal: null } } : ALONE;
    });
  }
}
