// The baseline's texts, with their SQL: one that a client sends, and one that the provider reports.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { v7 } from 'uuid';
import { signatureOf } from '../drills/support/twilio.mjs';
import { causeOf, firstOf, readJson, readText, rows, send } from './baseline-answers.mjs';
import { change, event, THREAD_COLUMNS } from './baseline-sql.mjs';

export const TEXT_IN = '/providers/twilio/messages';
const NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

const SQL = {
  THREAD: `select ${THREAD_COLUMNS}, t.version from conversations t where t.shop_id = $1 and t.id = $2`,
  TEXTING: `select s.texting_hours, s.texts_per_hour,
      (select n.number from phone_numbers n where n.shop_id = $1 and n.is_primary) as line,
      exists (select from opt_outs o where o.shop_id = $1 and o.number = $2 and o.lifted_at is null) as blocked,
      (select count(*) from (select from messages m where m.shop_id = $1 and m.created_at >= $3 and m.direction = 'outbound'
        and m.origin = 'service' and m.segments is not null and not m.keyword_answer limit s.texts_per_hour) lately) as sent
    from shop_settings s where s.shop_id = $1`,
  SEND_TEXT: `with ${change('conversations', 'last_message_at = $3, last_outbound_at = $3, unanswered = false')}, message as (
      insert into messages (shop_id, id, conversation_id, direction, body, "from", "to", status, segments, created_at, due_at, version)
      select $1, $8, $2, 'outbound', $9, $10, $11, 'queued', 1, $3, $3, 1 from stored
    ) ${event('conversation.updated')}`,
  ADDRESSED: `select n.shop_id as shop,
      exists (select from opt_outs o where o.shop_id = n.shop_id and o.number = $2 and o.lifted_at is null) as blocked
    from phone_numbers n where n.number = $1`,
  THREAD_OF: `select ${THREAD_COLUMNS}, t.version from conversations t
    where t.shop_id = $1 and t.contact_number = $2 and t.channel = 'sms' order by t.created_at desc, t.id desc limit 1`,
  RECEIVE_TEXT: `with ${change('conversations', "last_message_at = $3, last_inbound_at = $3, status = 'open', unread = true, unanswered = true")},
    message as (
      insert into messages (shop_id, id, conversation_id, direction, body, "from", "to", status, segments, provider_id, created_at, version)
      select $1, $8, $2, 'inbound', $9, $10, $11, 'received', 1, $12, $3, 1 from stored
    ), received as (
      insert into outbox (shop_id, id, type, data, cause, created_at)
      select $1, $13::uuid, 'message.received', $14::jsonb, $6::jsonb, $3::timestamptz from stored
    ) ${event('conversation.updated')}`,
};

export async function sendText(request, response, key) {
  const { conversation: id, body } = await readJson(request);
  const { row, at, json } = await one('THREAD', [key.shop, id]);
  const number = row[at.contact_number];
  const [{ line, blocked, sent, texts_per_hour: limit }] = await run('TEXTING', [
    key.shop,
    number,
    new Date(Date.now() - 3_600_000),
  ]);
  if (blocked || sent >= limit) return response.writeHead(409).end();
  const now = new Date().toISOString();
  const message = {
    ...{ id: v7(), conversation: id, customer_id: row[at.customer_id], direction: 'outbound', channel: 'sms', body, from: line },
    ...{ to: number, status: 'queued', held: null, error: null, media: [], segments: 1, automated: true, sent_by: null },
    ...{ created_at: now, updated_at: now },
  };
  const requestId = randomUUID();
  const cause = JSON.stringify(causeOf('comms.send_text', requestId, key));
  const values = [key.shop, id, now, v7(), json(row), cause, row[at.version], message.id, body, line, number];
  await run('SEND_TEXT', values);
  const location = `/api/v1/messages/${message.id}`;
  return send(response, 201, key, `{"data":${JSON.stringify(message)}}`, { location, 'x-request-id': requestId });
}

/** The threads have been unread since their first text, so no count changes. */
export async function receiveText(request, response) {
  const form = new URLSearchParams(await readText(request));
  if (!isSigned(request, form)) return response.writeHead(403).end();
  const [from, to, body, sid] = ['From', 'To', 'Body', 'MessageSid'].map((name) => form.get(name));
  const [{ shop, blocked }] = await run('ADDRESSED', [to, from]);
  const { row, at, json } = await one('THREAD_OF', [shop, from]);
  if (blocked || !row) return response.writeHead(501).end();
  const [now, requestId] = [new Date().toISOString(), randomUUID()];
  Object.assign(row, { [at.last_message_at]: now, [at.last_inbound_at]: now, [at.status]: 'open', [at.unread]: 't' });
  const message = {
    ...{
      id: v7(),
      conversation: row[at.id],
      customer_id: row[at.customer_id],
      direction: 'inbound',
      channel: 'sms',
      body,
      from,
      to,
    },
    ...{ status: 'received', held: null, error: null, media: [], segments: 1, automated: false, sent_by: null },
    ...{ created_at: now, updated_at: now },
  };
  const cause = JSON.stringify(causeOf(null, requestId, { id: null }));
  const values = [shop, row[at.id], now, v7(), json(row), cause, row[at.version], message.id, body, from, to, sid, v7()];
  await run('RECEIVE_TEXT', [...values, JSON.stringify(message)]);
  response.writeHead(200, {
    'content-type': 'text/xml; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': requestId,
    'content-length': NO_REPLY.length,
  });
  return response.end(NO_REPLY);
}

function isSigned({ url, headers }, form) {
  const [wanted, given] = [signatureOf(url, form), headers['x-twilio-signature'] ?? ''].map((value) => Buffer.from(value));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function one(name, values) {
  return firstOf({ name, text: SQL[name] }, values);
}

function run(name, values) {
  return rows({ name, text: SQL[name] }, values);
}
