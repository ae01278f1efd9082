import { SandboxCallers } from '../../dist/adapters/sms/sandbox/sandbox-callers.js';
import { SandboxRecipients } from '../../dist/adapters/sms/sandbox/sandbox-recipients.js';
import { loadDemo } from '../../dist/infrastructure/demo-data/load-demo.js';
import { useOf } from '../../dist/infrastructure/modules/use.js';
import { call, inTurns } from '../harness/load.mjs';
import { openUseCases } from '../harness/world.mjs';

const WAITING = `select (select count(*) from outbox where number is null)
  + (select count(*) from webhook_deliveries where status = 'pending')
  + (select count(*) from automation_runs where state = 'pending')
  + (select count(*) from sandbox_outbox where due_at is not null)
  + (select count(*) from graphile_worker.jobs where run_at <= now() and attempts = 0) as n`;

/** The settings of an instance that works for the shop: its day takes seconds, and its events go to this machine. */
export const OPEN_TO_ALL = { LOG_REQUESTS: 'errors', MAX_IN_FLIGHT: '0', ALLOW_PRIVATE_WEBHOOKS: 'on' };

const STAGES = ['in_progress', 'qa', 'ready', 'completed', 'scheduled'];
/** The contacts of the shop: each writes a text on the first day. */
const CONTACTS = 60;

const numberOf = (n) => `+1613555${7000 + (n % CONTACTS)}`;

/**
 * A day of a busy shop: six people at screens that look again and again, thirty calls, and about as many texts in as out. Each
 * part is a list of `[how often a day, what is done]`.
 */
const DAY = {
  'reads of screens': [
    [500, ({ get }) => get('/conversations')],
    [400, ({ get, thread }, n) => get(`/messages?conversation_id=${thread(n)}`)],
    [250, ({ get, customer }, n) => get(`/customers/${customer(n)}`)],
    [250, ({ get }) => get(`/appointments?from=${today(0)}&to=${today(1)}`)],
    [250, ({ get }) => get('/tasks?status=open')],
    [200, ({ get }) => get('/jobs')],
    [200, ({ get }) => get('/leads')],
    [150, ({ get, lead }, n) => get(`/leads/${lead(n)}`)],
    [100, ({ get }) => get('/calls')],
    [100, ({ get }) => get('/events?limit=25')],
  ],
  'changes by people': [
    [80, ({ send, job }, n) => send('PATCH', `/jobs/${job(n)}`, { stage: STAGES[Math.floor(n / 40) % STAGES.length] })],
    [40, ({ send, lead }, n) => send('PATCH', `/leads/${lead(n)}`, { next_followup_at: later(n) })],
    [30, ({ send }, n) => send('POST', '/tasks', { title: `Call back number ${n}`, due_at: later(n) })],
    [30, ({ send, task }, n) => send('POST', `/tasks/${task(n)}`, n % 60 < 30 ? { complete: true } : { reopen: true })],
    [15, ({ send }, n) => send('POST', '/leads', { name: `Dana Whitfield ${n}`, phone: numberOf(n), source: 'website' })],
    [10, ({ send }, n) => send('POST', '/customers', { name: `Robin Ellis ${n}`, email: `robin${n}@example.com` })],
    [10, ({ send, customer }, n) => send('POST', '/vehicles', { customer_id: customer(n), make: 'Honda', model: 'Civic' })],
  ],
  'texts out': [
    [80, ({ send, thread }, n) => send('POST', '/messages', { conversation: thread(n), body: `Your car is ready, ${n}.` })],
  ],
  'texts in': [[60, ({ demo }, n) => demo.text(numberOf(n), `Is my car ready? (${n})`)]],
  'calls in': [[30, ({ demo }, n) => demo.call(numberOf(n), n % 5 === 0)]],
  'calls of tools': [
    [75, ({ tool }) => tool('comms.list_conversations', { limit: 10 })],
    [75, ({ tool, thread }, n) => tool('comms.list_messages', { conversation: thread(n), limit: 10 })],
  ],
};

/** The parts that run in this process, where a provider's requests would run in the service. */
export const PLAYED = new Set(['texts in', 'calls in']);

/** The requests of a day that reach the service over HTTP. A call is reported three times, and each text out has a receipt. */
export const REQUESTS_A_DAY = Object.entries(DAY)
  .map(([part, list]) => ({ 'calls in': 3, 'texts out': 2 })[part] * count(list) || count(list))
  .reduce((sum, requests) => sum + requests, 0);

function count(list) {
  return list.reduce((sum, [often]) => sum + often, 0);
}

const later = (n) => new Date(Date.now() + (48 * 60 + n) * 60_000).toISOString();
const today = (days) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Waits until nothing waits for the background work any more. Returns the milliseconds that it took. */
export function untilSettled(sql) {
  return sql.untilNone(WAITING, [], Infinity, 100);
}

/** Loads the demo shops, and plays the provider of the first one: texts and calls come from this process. */
export async function openDemo({ databaseUrl, recordings, sql }) {
  const { container, dataSource, close } = await openUseCases(databaseUrl, { RECORDINGS: `file:${recordings}` });
  const { shopId: shop, keys } = await loadDemo(dataSource, useOf(container));
  // The days follow each other within minutes, and none of them is a holiday.
  await sql.rows(`update shop_settings set texts_per_hour = 1000000, closures = '[]' where shop_id = $1`, [shop]);
  const line = await sql.row(`select number from phone_numbers where shop_id = $1 and status = 'active' and is_primary`, [shop]);
  const usual = { shop, to: line.number };
  const spoken = { seconds: 40, recording: null, voicemail: null, transcript: 'Is my car ready?' };
  return {
    shop,
    token: keys.full,
    text: (from, body) => container.get(SandboxRecipients).write({ ...usual, from, body }),
    call: (from, missed) => container.get(SandboxCallers).call({ ...usual, ...spoken, from, missed }),
    close,
  };
}

/** Prepares the days of a shop: `parts` names what they are made of, and `run` carries out a part of some days. */
export async function prepareDays(url, demo, sinkUrl) {
  const ask = (method, path, body) => answerOf({ url, token: demo.token }, method, path, body);
  for (let n = 0; n < CONTACTS; n += 1) await demo.text(numberOf(n), 'Hello');
  await ask('POST', '/api/v1/webhooks', { url: `${sinkUrl}/` });
  const idsOf = async (path) => {
    const ids = (await ask('GET', `/api/v1${path}`)).data.map(({ id }) => id);
    return (n) => ids[n % ids.length];
  };
  const world = {
    demo,
    thread: await idsOf('/conversations?limit=60'),
    lead: await idsOf('/leads?limit=100'),
    job: await idsOf('/jobs?limit=40'),
    task: await idsOf('/tasks?status=open&limit=30'),
    customer: await idsOf('/customers?limit=100'),
    get: (path) => ask('GET', `/api/v1${path}`),
    send: (method, path, body) => ask(method, `/api/v1${path}`, body),
    tool: (name, args) =>
      ask('POST', '/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  };
  /** counts what each item has done so far, so that every day does something else */
  const done = new Map();
  const carryOut = async (act) => {
    const n = done.get(act) ?? 0;
    done.set(act, n + 1);
    await act(world, n);
  };
  return {
    parts: Object.keys(DAY),
    run: (part, days) => {
      const acts = DAY[part].flatMap(([often, act]) => Array(often * days).fill(act));
      return inTurns(acts, carryOut, PLAYED.has(part) ? 1 : 8); // a provider reports about one contact after the other
    },
  };
}

async function answerOf(api, method, path, body) {
  const { status, text } = await call(api, method, path, body, body && { 'content-type': 'application/json' });
  if (status === 0 || status >= 300 || text.includes('"isError":true')) throw new Error(`${method} ${path}: ${status} ${text}`);
  return JSON.parse(text);
}
