// Stores a given number of messages in threads of ten, one thread for each customer, and lets the shop text at any time. All
// messages are older than an hour, so at any size the shop has sent no texts in the last hour.
import { count } from './seed-floor.mjs';

/** The shop's own line. */
export const LINE = '+16135550100';
const MESSAGES_OF_THREAD = 10;
const NUMBER = `'+1' || (6132000000 + i)`;
const LAST = `date_trunc('milliseconds', now()) - interval '2 hours' - i * interval '1 second'`;
const STATUS = `case i % 10 when 7 then 'snoozed' when 8 then 'closed' else 'open' end`;
/** SQL: the last message of the thread is the contact's, so the thread is unread and nobody has answered. */
const IS_UNREAD = 'i % 3 = 0';
/** Every 20th thread is an e-mail thread. */
const CHANNEL = `case when i % 20 = 0 then 'email' else 'sms' end`;
const ALL_DAY = JSON.stringify(
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [{ from: '00:00', until: '24:00' }]])),
);

/**
 * Stores customers with a phone. The search for `whitfield` finds 25 of them at any size.
 * @param run runs a statement with `$1` = the shop's id and `$2` = the number of rows
 */
export function seedCustomers(run) {
  return run(`insert into customers (shop_id, id, name, email, phone, search_text, tags, is_vip, consent_source, created_at, version)
    select $1, gen_random_uuid(), c.name, c.email, c.phone, concat(' ', lower(c.name), e'\\n ', c.email, e'\\n ', c.phone), '{}', false,
      'unknown', now() - i * interval '1 second', 1
    from (select i, case when i <= 25 then 'Dana Whitfield' else 'Customer ' || i end as name,
        'customer' || i || '@example.com' as email, ${NUMBER} as phone
      from generate_series(1, greatest(1, $2::int / 10)) i) c`);
}

/** @param run like that of `seedCustomers`; the customers and the staff must be stored */
export async function seedInbox(run) {
  await seedShop(run);
  await run(`insert into conversations (shop_id, id, customer_id, channel, status, subject, contact_number, contact_email, line, assigned_to,
      pinned, is_ai_managed, unread, unanswered, search_text, last_message_at, last_inbound_at, last_outbound_at, last_human_outbound_at,
      created_at, version)
    select $1, gen_random_uuid(), c.id, t.channel, ${STATUS}, t.subject, t.number, case when t.number is null then c.email end,
      case when t.number is not null then '${LINE}' end, case when i % 4 = 0 then null else u.user_id end, i % 50 = 0, false, t.unread,
      t.unread, ' ' || coalesce(t.number, lower(t.subject)), t.last, case when t.unread then t.last else t.before end,
      case when t.unread then t.before else t.last end, case when t.unread then t.before else t.last end,
      t.last - interval '1 hour', 1
    from (select i, ${CHANNEL} as channel, ${IS_UNREAD} as unread, ${LAST} as last, ${LAST} - interval '1 minute' as before,
        case when ${CHANNEL} = 'sms' then ${NUMBER} end as number, case when ${CHANNEL} = 'email' then 'Question ' || i end as subject
      from generate_series(1, greatest(1, $2::int / 10)) i) t
    join customers c on c.shop_id = $1 and c.phone = ${NUMBER}
    join (select user_id, row_number() over (order by user_id) - 1 as n from staff where shop_id = $1) u on u.n = i % 20`);
  await run(
    `insert into messages (shop_id, id, conversation_id, direction, body, "from", "to", status, segments, provider_id, created_at)
    select $1, m.id, m.thread, case when m.inbound then 'inbound' else 'outbound' end, 'Is my car ready? Message ' || m.place,
      case when m.inbound then m.contact else m.line end, case when m.inbound then m.line else m.contact end,
      case when m.inbound then 'received' else 'delivered' end, case when m.channel = 'sms' then 1 end,
      case when m.channel = 'sms' then 'SM' || replace(m.id::text, '-', '') end, m.last - m.place * interval '1 minute'
    from (select gen_random_uuid() as id, t.id as thread, t.channel, t.contact_number as contact, t.line, t.last_message_at as last,
        place, t.unread = (place % 2 = 0) as inbound
      from conversations t, generate_series(0, ${MESSAGES_OF_THREAD - 1}) place where t.shop_id = $1) m`,
    null,
  );
  const state = `case when unread then 'unread' else 'read' end || case when unanswered then ':unanswered' else ':answered' end`;
  await count(run, 'conversations', `concat_ws(':', status, ${state}, channel, coalesce(assigned_to::text, '-'))`);
}

async function seedShop(run) {
  await run(
    `insert into shop_settings (shop_id, opening_hours, texting_hours, closures, bays) values ($1, '${ALL_DAY}', '${ALL_DAY}', '[]', '[]')`,
    null,
  );
  await run(
    `insert into phone_numbers (shop_id, id, number, is_primary, is_sending, sms, voice, status, created_at)
    values ($1, gen_random_uuid(), '${LINE}', true, true, true, true, 'active', now())`,
    null,
  );
}

/**
 * Returns text threads for the measured requests, at most 1,000, in a random order. @param run like that of `seedCustomers`
 */
export async function textThreads(run) {
  const { rows } = await run(
    `select id, contact_number as number from conversations where shop_id = $1 and channel = 'sms' order by id limit 1000`,
    null,
  );
  return rows;
}

/**
 * Lets a day pass for the texts that the shop has just sent. The service counts the texts of the last hour for each text, and the
 * shop sends more texts within a measurement than shops do in an hour.
 */
export function ageTexts(client, shop) {
  return client.query(
    `update messages set created_at = created_at - interval '1 day'
    where shop_id = $1 and direction = 'outbound' and origin = 'service' and segments is not null and created_at > now() - interval '90 minutes'`,
    [shop],
  );
}
