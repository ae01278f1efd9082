// The inbox of the baseline, see baseline.mjs. It applies the rules of texting, because a text that breaks them has another answer.
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { v7 } from 'uuid';
import {
  causeOf,
  countedTexts,
  readBody,
  readJson,
  rows,
  send,
  sendCounted,
  sendItems,
  sendPage,
  texts,
} from './baseline-answers.mjs';

const { SHOP, PUBLIC_URL, TWILIO_AUTH_TOKEN } = process.env;
const PAGE = [25, 0];
const TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response/>';
const KEYWORDS = new Set(
  'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT ARRET ARRÊT START YES UNSTOP HELP INFO AIDE'.split(' '),
);
/** Characters of GSM-7. This is a part of them that is enough for most texts. */
const PLAIN = /^[\n\r !-Z_a-z]*$/;
const shopClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: JSON.parse(SHOP).timezone,
  hourCycle: 'h23',
  ...{ weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});

export async function listThreads(response, key, search) {
  const q = search.get('q');
  if (q !== null) return sendCounted(response, key, countedTexts('THREADS_FOUND', [key.shop, ...PAGE, `%${q.toLowerCase()}%`]));
  const list = search.get('unread') === 'true' ? 'THREADS_UNREAD' : 'THREADS';
  return sendCounted(response, key, countedTexts(list, [key.shop, ...PAGE]));
}

export async function threadItems(response, key) {
  await sendItems(response, key, countedTexts('THREADS', [key.shop, ...PAGE]));
}

export async function listMessages(response, key, search) {
  await sendPage(response, key, texts('MESSAGES', [key.shop, search.get('conversation_id'), 26]));
}

export async function sendText(request, response, key) {
  const { conversation, body } = await readJson(request);
  const requestId = randomUUID();
  const cause = causeOf('comms.send_text', requestId, key);
  for (;;) {
    const now = new Date();
    const [row] = await rows('TEXTING', [key.shop, conversation, new Date(now - 3_600_000).toISOString()]);
    const { version, line, unanswered, blocked, hours, closures, most, lines, sent, ...thread } = row;
    if (blocked || sent >= most || lines === null || !isWithin(hours, closures, now)) return response.writeHead(409).end();
    const from = lines.includes(line) ? line : lines[0];
    const at = now.toISOString();
    const next = { ...thread, unread: false, last_message_at: at, last_outbound_at: at };
    const message = {
      ...{ id: v7(), conversation, customer_id: thread.customer_id, direction: 'outbound', channel: 'sms', body, from },
      ...{ to: thread.contact_number, status: 'queued', error: null, media: [], segments: segmentsOf(body), automated: true },
      ...{ sent_by: null, created_at: at },
    };
    const events = [updated(thread, next, at, cause)];
    const places = { version, line, before: bucketOf(thread, unanswered), after: bucketOf(next, unanswered), unanswered };
    if (!(await extend(key.shop, next, places, message, { due: at, providerId: null }, events))) continue;
    const headers = { location: `/api/v1/messages/${message.id}`, 'x-request-id': requestId };
    return send(response, 201, key, JSON.stringify({ data: message }), headers);
  }
}

export async function receiveText(request, response) {
  const form = new URLSearchParams(await readBody(request));
  if (!isSigned(request, form)) return response.writeHead(403).end();
  const [from, to, body, providerId] = ['From', 'To', 'Body', 'MessageSid'].map((name) => form.get(name));
  const cause = causeOf(null, null, null);
  for (;;) {
    const [row] = await rows('INBOUND', [to, from, providerId]);
    const { shop_id: shop, version, unanswered, blocked: _, known, ...thread } = row;
    // The measured texts hold no keywords, and the measured contacts have threads.
    if (known || KEYWORDS.has(body.trim().toUpperCase())) break;
    const at = new Date().toISOString();
    const next = { ...thread, status: 'open', unread: true, last_message_at: at, last_inbound_at: at };
    const message = {
      ...{
        id: v7(),
        conversation: thread.id,
        customer_id: thread.customer_id,
        direction: 'inbound',
        channel: 'sms',
        body,
        from,
        to,
      },
      ...{
        status: 'received',
        error: null,
        media: [],
        segments: segmentsOf(body),
        automated: false,
        sent_by: null,
        created_at: at,
      },
    };
    const events = [
      updated(thread, next, at, cause),
      { id: v7(), type: 'message.received', created_at: at, data: message, cause },
    ];
    const places = { version, line: to, before: bucketOf(thread, unanswered), after: bucketOf(next, true), unanswered: true };
    if (await extend(shop, next, places, message, { due: null, providerId }, events)) break;
  }
  response.writeHead(200, {
    'content-type': 'text/xml; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
    'content-length': TWIML.length,
  });
  response.end(TWIML);
}

/** Returns false when another write has changed the thread since it was read. */
async function extend(shop, thread, { version, line, before, after, unanswered }, message, { due, providerId }, events) {
  const counts =
    before === after
      ? [[], []]
      : [
          [before, after],
          [-1, 1],
        ];
  const stored = await rows('EXTEND_THREAD', [
    ...[shop, thread.id, version, thread.status, line, thread.unread, unanswered],
    ...[thread.last_message_at, thread.last_inbound_at, thread.last_outbound_at, randomInt(8), ...counts],
    ...[message.id, message.direction, message.body, message.from, message.to, message.status, message.segments],
    ...[message.automated, providerId, due, JSON.stringify(events)],
  ]);
  return stored.length > 0;
}

function updated(before, next, at, cause) {
  const changed = Object.entries(before).filter(([field, value]) => value !== next[field]);
  const data = { ...next, previous: Object.fromEntries(changed) };
  return { id: v7(), type: 'conversation.updated', created_at: at, data, cause };
}

function bucketOf({ status, unread, channel, assigned_to }, unanswered) {
  return `${status}:${unread ? 'unread' : 'read'}:${unanswered ? 'unanswered' : 'answered'}:${channel}:${assigned_to ?? '-'}`;
}

function isWithin(hours, closures, now) {
  const part = {};
  for (const { type, value } of shopClock.formatToParts(now)) part[type] = value;
  const time = `${part.hour}:${part.minute}`;
  const windows = hours[part.weekday.toLowerCase().slice(0, 3)] ?? [];
  return (
    !closures.includes(`${part.year}-${part.month}-${part.day}`) &&
    windows.some(({ from, until }) => from <= time && time < until)
  );
}

function segmentsOf(body) {
  const [alone, each] = PLAIN.test(body) ? [160, 153] : [70, 67];
  return body.length <= alone ? 1 : Math.ceil(body.length / each);
}

/** Twilio signs the address, then each parameter in the order of the names. */
function isSigned({ url, headers }, form) {
  const signed =
    PUBLIC_URL +
    url +
    [...form]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flat()
      .join('');
  const expected = createHmac('sha1', TWILIO_AUTH_TOKEN).update(signed).digest();
  const given = Buffer.from(headers['x-twilio-signature'] ?? '', 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
