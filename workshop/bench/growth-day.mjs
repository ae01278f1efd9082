import { request } from 'undici';

const AT_ONCE = 8;
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
export const PROVIDED = new Set(['texts in', 'calls in']);

/** The requests of a day that reach the service over HTTP. A call is reported three times, and each text out has a receipt. */
export const REQUESTS_A_DAY = Object.entries(DAY).reduce(
  (sum, [part, list]) => sum + count(list) * { 'calls in': 3, 'texts out': 2 }[part] || sum + count(list),
  0,
);

function count(list) {
  return list.reduce((sum, [often]) => sum + often, 0);
}

const later = (n) => new Date(Date.now() + (48 * 60 + n) * 60_000).toISOString();
const today = (days) => new Date(Date.now() + days * 86_400_000).toISOString();

export class DayOfShop {
  parts = Object.keys(DAY);
  /** counts what each item has done so far, so that every day does something else */
  done = new Map();

  constructor(world) {
    this.world = world;
  }

  static async prepare(url, demo, sinkUrl) {
    const ask = (method, path, body) => answerOf(url, demo.token, method, path, body);
    for (let n = 0; n < CONTACTS; n += 1) await demo.text(numberOf(n), 'Hello');
    await ask('POST', '/api/v1/webhooks', { url: `${sinkUrl}/` });
    const ids = async (path) => (await ask('GET', `/api/v1${path}`)).data.map(({ id }) => id);
    const [threads, leads, jobs, tasks, customers] = await Promise.all(
      [
        '/conversations?limit=60',
        '/leads?limit=100',
        '/jobs?limit=40',
        '/tasks?status=open&limit=30',
        '/customers?limit=100',
      ].map(ids),
    );
    const from = (list) => (n) => list[n % list.length];
    return new DayOfShop({
      demo,
      ...{ thread: from(threads), lead: from(leads), job: from(jobs), task: from(tasks), customer: from(customers) },
      get: (path) => ask('GET', `/api/v1${path}`),
      send: (method, path, body) => ask(method, `/api/v1${path}`, body),
      tool: (name, args) =>
        ask('POST', '/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
  }

  async run() {
    for (const part of this.parts) await this.runPart(part, 1);
  }

  async runPart(part, days) {
    const todo = DAY[part].flatMap(([often, act]) => Array.from({ length: often * days }, () => act));
    const next = async () => {
      for (let act = todo.pop(); act !== undefined; act = todo.pop()) {
        const n = this.done.get(act) ?? 0;
        this.done.set(act, n + 1);
        await act(this.world, n);
      }
    };
    // A provider reports about one contact after the other.
    await Promise.all(Array.from({ length: PROVIDED.has(part) ? 1 : AT_ONCE }, next));
  }
}

async function answerOf(url, token, method, path, body) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await request(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300 || text.includes('"isError":true'))
    throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}
