// The baseline's SQL for the inbox. Reads use the same indexes as the service. A write takes one statement to read all that it
// depends on, and one to store all of it.
import { counted, countsOf, NEWEST, OUTBOX, pageOf } from './baseline-sql.mjs';

export const THREAD_COLUMNS = `t.id, t.customer_id, t.channel, t.status, t.subject, t.contact_number, t.assigned_to, t.pinned, t.unread,
  t.is_ai_managed, t.last_message_at, t.last_inbound_at, t.last_outbound_at, t.last_human_outbound_at, t.created_at`;
const LAST_ACTIVE_FIRST = 't.last_message_at desc nulls last, t.id desc';

export const THREADS = counted('conversations', '', THREAD_COLUMNS, 'conversations', '', LAST_ACTIVE_FIRST);

/** The page is merged from the unread threads of each status, answer state and channel, because the index is in this order. */
export const THREADS_UNREAD = pageOf(
  countsOf('conversations', `and split_part(c.bucket, ':', 2) = 'unread'`),
  `select t.id from unnest(array['open', 'snoozed', 'closed']) s (status), unnest(array[true, false]) a (unanswered),
      unnest(array['sms', 'email', 'call', 'webchat', 'whatsapp']) c (channel), lateral (
        select t.id, t.last_message_at from conversations t
        where t.shop_id = $1 and t.status = s.status and t.unread and t.unanswered = a.unanswered and t.channel = c.channel
        order by ${LAST_ACTIVE_FIRST} limit $2::bigint + $3::bigint
      ) t
    order by ${LAST_ACTIVE_FIRST} limit $2 offset $3`,
  THREAD_COLUMNS,
  'conversations t',
);

/** `$4` the pattern of one word. */
const OF_CONTACT = (table, column) => `select c.id from conversations c where c.shop_id = $1
  and c.${column} = any (array(select t.id from ${table} t where t.shop_id = $1 and t.search_text like $4))`;
export const THREADS_FOUND = pageOf(
  'select count(*) as n from matches',
  `select t.id from matches t order by ${LAST_ACTIVE_FIRST} limit $2 offset $3`,
  THREAD_COLUMNS,
  'conversations t',
  `matches as materialized (
    select t.id, t.last_message_at from conversations t where t.shop_id = $1 and t.id = any (array(
      select t.id from conversations t where t.shop_id = $1 and t.search_text like $4
      union ${OF_CONTACT('customers', 'customer_id')} union ${OF_CONTACT('leads', 'lead_id')}))
  ),`,
);

export const MESSAGE_COLUMNS = `t.id, t.conversation_id as conversation, c.customer_id, t.direction, c.channel, t.body, t."from", t."to",
  t.status, t.error, t.media, t.segments, t.automated, t.sent_by, t.created_at`;
export const MESSAGE_TABLES = 'messages t join conversations c on c.shop_id = t.shop_id and c.id = t.conversation_id';
export const MESSAGES = `select ${MESSAGE_COLUMNS} from ${MESSAGE_TABLES}
  where t.shop_id = $1 and t.conversation_id = $2 ${NEWEST} limit $3`;

const IS_BLOCKED = `exists (select from opt_outs o where o.shop_id = t.shop_id and o.number = t.contact_number and o.lifted_at is null)`;

/** Reads a thread with what the rules of texting ask for. `$2` the thread, `$3` an hour ago. */
export const TEXTING = `select ${THREAD_COLUMNS}, t.version, t.line, t.unanswered, ${IS_BLOCKED} as blocked,
    s.texting_hours as hours, s.closures, s.texts_per_hour as most,
    (select json_agg(p.number order by p.is_primary desc, p.created_at) from phone_numbers p
      where p.shop_id = $1 and p.sms and p.is_sending and p.status in ('active', 'porting')) as lines,
    (select count(*) from (select 1 from messages m where m.shop_id = $1 and m.created_at >= $3 and m.direction = 'outbound'
        and m.origin = 'service' and m.segments is not null and not m.keyword_answer
        and (m.error is null or m.error not in ('opted_out', 'quiet_hours', 'no_sender', 'account_suspended',
          'feature_off', 'too_late', 'hourly_limit'))
      order by m.created_at desc limit s.texts_per_hour) n) as sent
  from conversations t join shop_settings s on s.shop_id = t.shop_id where t.shop_id = $1 and t.id = $2`;

/** Reads the thread of an inbound text. `$1` the shop's number, `$2` the contact's number, `$3` the provider's id. */
export const INBOUND = `select ${THREAD_COLUMNS}, t.shop_id, t.version, t.unanswered, ${IS_BLOCKED} as blocked,
    exists (select from messages m where m.shop_id = t.shop_id and m.provider_id = $3) as known
  from (select p.shop_id from phone_numbers p where p.number = $1 and p.status in ('active', 'porting') order by p.created_at, p.id limit 1) p,
    lateral (select * from conversations t where t.shop_id = p.shop_id and t.contact_number = $2 and t.channel = 'sms'
      ${NEWEST} limit 1) t`;

/** Stores a message with its thread, the counts and the events. No row: another write has changed the thread meanwhile. */
export const EXTEND_THREAD = `with stored as (
    update conversations set status = $4, line = $5, unread = $6, unanswered = $7, marked_unread = false, last_message_at = $8,
      last_inbound_at = $9, last_outbound_at = $10, version = version + 1
    where shop_id = $1 and id = $2 and version = $3 returning 1
  ), counted as (
    insert into record_counts as c (shop_id, list, bucket, slot, n)
    select $1, 'conversations', d.bucket, $11::smallint, d.delta
    from stored, unnest($12::text[], $13::bigint[]) as d (bucket, delta) order by d.bucket collate "C"
    on conflict (shop_id, list, bucket, slot) do update set n = c.n + excluded.n
  ), message as (
    insert into messages (shop_id, id, conversation_id, direction, body, "from", "to", status, segments, automated, provider_id, due_at,
      created_at)
    select $1, $14::uuid, $2, $15, $16, $17, $18, $19, $20::int, $21::boolean, $22, $23::timestamptz, $8 from stored
  ), announced as (${OUTBOX('$24')})
  select 1 as stored from stored`;
