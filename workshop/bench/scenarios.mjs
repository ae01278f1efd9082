import { randomBytes, randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ACCOUNT, signatureOf } from '../drills/support/twilio.mjs';
import { LINE } from '../drills/support/texting.mjs';
import { call } from '../harness/load.mjs';

const TEXT_IN = '/providers/twilio/messages';
const RECENT_MS = 100_000;

/**
 * Returns the measured requests whose names fit. `service` and `baseline` are the same request for each server. `least` is the
 * least share of the bare server. `often` is a factor for the number of requests, because a round of a quick request would
 * otherwise take only a tenth of a second. `check` compares the two answers. `prepare` is called before each round.
 */
export async function scenarios(world, only) {
  const { leads, customers, threads, numbers, jobs } = world;
  const services = { method: 'POST', path: '/api/v1/services/list', body: { q: 'ceramic' } };
  const lead = { name: 'Dana Whitfield', email: 'dana@example.com', phone: '+16135550142' };
  const followUp = () => ({ next_followup_at: new Date().toISOString().replace(/\d{3}Z/, `${tick()}Z`) });
  const newCustomer = () => ({ name: 'Dana Whitfield', email: `dana${randomInt(1e12)}@example.com` });
  const otherCity = () => ({ city: `City ${randomInt(1e6)}` });
  const pinOrNot = () => (randomInt(2) ? { pin: true } : { unpin: true });
  const otherStage = () => ({ stage: oneOf(['in_progress', 'qa', 'ready', 'scheduled']) });
  const newText = () => ({ conversation: oneOf(threads), body: 'Your car is ready.' });
  const both = (name, least, request, often = 1) => ({ name, least, often, service: request, baseline: request });
  const read = (...row) => ({ ...both(...row), check: () => sameAnswer(world, row[2]) });
  const all = [
    read('GET /me', 0.3, { path: '/api/v1/me' }, 10),
    read('lead by id', 0.85, { path: `/api/v1/leads/${leads[0]}` }, 5),
    read('leads page', 0.95, { path: '/api/v1/leads' }),
    { name: 'leads, deep cursor page', least: 0.9, ...(await deepPages(world)) },
    read('leads changed since', 0.5, { path: `/api/v1/leads?updated_since=${await recently(world)}` }),
    read('leads by status', 1.05, { path: '/api/v1/leads?status=new' }),
    read('tasks with an exact total', 2, { path: '/api/v1/tasks' }),
    read('services.list by q', 1, services),
    both('lead create', 0.65, { method: 'POST', path: '/api/v1/leads', body: lead }),
    both('lead patch', 0.65, { method: 'PATCH', path: () => `/api/v1/leads/${leads[ticks]}`, body: followUp }),
    both('task create', 0.4, { method: 'POST', path: '/api/v1/tasks', body: { title: 'Call back' } }),
    both('customer create', 0.4, { method: 'POST', path: '/api/v1/customers', body: newCustomer }),
    both('customer patch', 0.4, { method: 'PATCH', path: () => `/api/v1/customers/${oneOf(customers)}`, body: otherCity }),
    both('thread: a verb', 0.4, { method: 'POST', path: () => `/api/v1/conversations/${oneOf(threads)}`, body: pinOrNot }),
    both('job: another stage', 0.4, { method: 'PATCH', path: () => `/api/v1/jobs/${oneOf(jobs)}`, body: otherStage }),
    { ...both('text out', 0.4, { method: 'POST', path: '/api/v1/messages', body: newText }), prepare: () => forgetTexts(world) },
    {
      ...both('text in', 0.4, { method: 'POST', path: TEXT_IN, form: () => textFrom(oneOf(numbers)) }),
      check: () => takenIn(world),
    },
  ];
  return all.filter(({ name }) => new RegExp(only).test(name));
}

/** A text of a contact, as Twilio reports it and signs it. */
function textFrom(from) {
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const form = new URLSearchParams({
    ...{ ToCountry: 'CA', SmsMessageSid: sid, NumMedia: '0', SmsSid: sid, SmsStatus: 'received', FromCountry: 'CA', To: LINE },
    ...{ Body: 'Is my car ready?', MessageSid: sid, NumSegments: '1', AccountSid: ACCOUNT, From: from, ApiVersion: '2010-04-01' },
  });
  return {
    body: form.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signatureOf(TEXT_IN, form),
    },
  };
}

/** Both servers answer a text that they do not store with 200, too, so this looks whether they have stored one each. */
async function takenIn({ sql, numbers, service, baseline }) {
  for (const { url } of [service, baseline]) {
    const { body, headers } = textFrom(numbers[0]);
    const { status } = await fetch(url + TEXT_IN, { method: 'POST', headers, body });
    const sid = new URLSearchParams(body).get('MessageSid');
    const [{ n }] = await sql.rows('select count(*)::int as n from messages where provider_id = $1', [sid]);
    if (status !== 200 || n !== 1) throw new Error(`${url}${TEXT_IN}: ${status}, ${n} texts were stored`);
  }
}

/** Makes the texts of the last hour older, because each text counts them. A shop has at most 500 by default. */
function forgetTexts({ sql }) {
  return sql.rows(`update messages set created_at = created_at - interval '2 hours'
    where direction = 'outbound' and created_at > now() - interval '1 hour'`);
}

function oneOf(list) {
  return list[randomInt(list.length)];
}

/** The page after 20,000 leads, or the last full one. Each server gets a cursor of its own. */
async function deepPages(world) {
  const pageOf = async (server) => {
    let cursor = '';
    for (let page = 0; page < 200; page += 1) {
      const { meta } = await answerOf(world, server, { path: `/api/v1/leads?limit=100${cursor}` });
      if (meta.next_cursor === null) break;
      cursor = `&cursor=${encodeURIComponent(meta.next_cursor)}`;
    }
    return { path: `/api/v1/leads?limit=25${cursor}` };
  };
  const [service, baseline] = await Promise.all([world.service, world.baseline].map(pageOf));
  return { service, baseline };
}

/** A time after which some hundred leads have changed, in a table of any size. */
async function recently(world) {
  const { data } = await answerOf(world, world.service, { path: '/api/v1/leads?limit=1' });
  return new Date(Date.parse(data[0].created_at) - RECENT_MS).toISOString();
}

async function answerOf({ token }, { url }, { method = 'GET', path, body }) {
  const { status, text } = await call({ url, token }, method, path, body);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text);
}

/** Checks that both servers give the same answer. Cursors and the id of the key are not compared, because each server has its own. */
async function sameAnswer(world, request) {
  const answers = await Promise.all([world.service, world.baseline].map((server) => answerOf(world, server, request)));
  for (const answer of answers) {
    delete answer.meta?.next_cursor;
    delete answer.data?.key?.id;
  }
  if (!isDeepStrictEqual(...answers)) {
    throw new Error(`${request.path}: different answers\n${answers.map((one) => JSON.stringify(one).slice(0, 500)).join('\n')}`);
  }
}

let ticks = 0;
/** Returns three digits. Two calls in a row return different digits, so that every patch changes the record. */
function tick() {
  ticks = (ticks + 1) % 1000;
  return String(ticks).padStart(3, '0');
}
