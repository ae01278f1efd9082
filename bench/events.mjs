// npm run bench -- events [--events 20000] [--creates 2000] [--rounds 5] [--check]
// Measures the way of an event from its commit to five fast subscribers and into the feed, and what five subscribers and three
// rules cost the creation of a lead. Each number stands beside a baseline of the same run. With --check the exit code is 1 if a
// limit is missed.
import { createHmac, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { Agent, request } from 'undici';
import { build } from '../bin/build.mjs';
import { databaseTime, timeOf } from './measure.mjs';
import { median, table } from './report.mjs';

const LEAST = { 'deliveries/s': 2000, 'share of a create': 0.9 };
const SUBSCRIBERS = 5;
const RULES = 3;
const CONNECTIONS = 16;
/** The deliveries that the baseline has in flight: as many as the service sends to five endpoints at once. */
const AT_ONCE = SUBSCRIBERS * 8;
const BATCH = 500;

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    events: { type: 'string', default: '20000' },
    creates: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
    check: { type: 'boolean', default: false },
  },
});
const [events, creates, rounds] = [options.events, options.creates, options.rounds].map(Number);

build();
// world.mjs imports from dist/, so it must be loaded after the build.
const { ended, ownDatabase, provisionShops, start, SIGNING_KEYS } = await import('./world.mjs');
const { dataDir, url: databaseUrl, postmaster, stop } = await ownDatabase();
const [quiet, busy] = await provisionShops(databaseUrl, ['Northside Auto Care', 'Southside Tires']);
const sql = new pg.Client({ connectionString: databaseUrl });
await sql.connect();
const sink = await start('./event-sink.mjs', process.env);
const server = await startService({ WORKER: 'off' });
// Until the worker starts, the connections of the service are those of this process.
await send(quiet, 500);
const backends = await pidsOfService();
await subscribe();
const worker = await startService({ WORKER: 'on' });

const failures = [];
await send(busy, 500); // V8 still compiles the code of the worker during these
await settled();
const rates = [await measureFeed(), await measureDeliveries()];
console.log(`\n${events} events, and five fast subscribers\n\n${table(rates)}\n`);
const costs = await measureCreates();
console.log(
  `${SUBSCRIBERS} subscribers and ${RULES} rules, median of ${rounds} rounds of ${creates} creates\n\n${table(costs)}\n`,
);
for (const { child } of [server, worker, sink]) await ended(child);
await sql.end();
await stop();
await rm(dataDir, { recursive: true, force: true });
for (const failure of failures) console.log(`BELOW THE LIMIT: ${failure}`);
process.exit(options.check && failures.length > 0 ? 1 : 0);

function startService(env) {
  return start('../dist/infrastructure/main.js', {
    ...process.env,
    ...{ DATABASE_URL: databaseUrl, SIGNING_KEYS, PORT: '0', STOP_PAUSE: '0', DEMO: 'off', VIN_DECODER_URL: 'off' },
    ...{ DATA_DIR: dataDir, RATE_LIMIT: '0', READ_BUDGET: '0', WRITE_BUDGET: '0', LOG_FORMAT: 'json', LOG_REQUESTS: 'errors' },
    ...{ MAX_IN_FLIGHT: '0', ALLOW_PRIVATE_WEBHOOKS: 'on', ...env },
  });
}

async function post({ token }, path, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Gives the busy shop its subscribers and its rules. The rules are judged for each lead, and do nothing. */
async function subscribe() {
  for (let n = 0; n < SUBSCRIBERS; n += 1) await post(busy, '/webhooks', { url: `${sink.url}/${n}` });
  for (let n = 0; n < RULES; n += 1) {
    const when = [{ field: 'source', is: 'eq', value: `nobody ${n}` }];
    await post(busy, '/automations/create', {
      name: `Rule ${n}`,
      on: 'lead.created',
      when,
      do: [{ step: 'create_task', title: 'Call' }],
    });
  }
}

async function pidsOfService() {
  const { rows } = await sql.query(
    `select pid from pg_stat_activity where application_name in ('shop-operations', 'shop-operations pipelined')`,
  );
  return rows.map(({ pid }) => pid);
}

async function send({ token }, amount) {
  const body = JSON.stringify({ name: 'Dana Whitfield', phone: '+16135550142', source: 'website' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = await autocannon({
    url: `${server.url}/api/v1/leads`,
    method: 'POST',
    connections: CONNECTIONS,
    amount,
    headers,
    body,
  });
  if (sent.non2xx > 0 || sent.errors > 0) throw new Error(`${sent.non2xx} creates were refused, ${sent.errors} failed`);
}

/** Waits until every event has its number, and is delivered, and no rule waits to be judged. */
async function settled() {
  for (;;) {
    const { rows } = await sql.query(
      `select (select count(*) from outbox where number is null) + (select count(*) from webhook_deliveries where status = 'pending')
        + (select count(*) from automation_runs where state = 'waiting') as n`,
    );
    if (Number(rows[0].n) === 0) return;
    await sleep(20);
  }
}

/** Stores events as creations of leads do, all at once. Returns the time in ms at which they were committed. */
async function storeEvents({ shop }) {
  await sql.query(
    `insert into outbox (shop_id, id, type, data, cause, created_at)
    select $1, gen_random_uuid(), type, data, cause, now() from generate_series(1, $2),
      (select type, data, cause from outbox where shop_id = $1 and type = 'lead.created' limit 1) one`,
    [shop.id, events],
  );
  return Date.now();
}

/** The relay alone: no one has subscribed. The baseline numbers the same events by a bare statement. */
async function measureFeed() {
  const committed = await storeEvents(quiet);
  await settled();
  const ours = (Date.now() - committed) / 1000;
  await sql.query('create table bare (like outbox including all)');
  await sql.query('insert into bare select (o).* from (select o from outbox o where shop_id = $1 limit $2) all_of', [
    quiet.shop.id,
    events,
  ]);
  await sql.query('update bare set number = null, relayed_at = null');
  const began = performance.now();
  const NUMBER = `update bare set number = nextval('event_numbers'), relayed_at = now()
    where id in (select id from bare where number is null order by id limit ${BATCH})`;
  while ((await sql.query(NUMBER)).rowCount > 0);
  const theirs = (performance.now() - began) / 1000;
  return rate('events/s into the feed', events / ours, events / theirs);
}

/** The baseline signs and sends the same bodies to the same subscribers, and reads and stores nothing. */
async function measureDeliveries() {
  const expected = (await heard()).accepted + events * SUBSCRIBERS;
  const committed = await storeEvents(busy);
  let now = await heard();
  for (; now.accepted < expected; now = await heard()) await sleep(20);
  const ours = (now.last - committed) / 1000;
  await settled();
  const theirs = await sendAlone();
  return rate('deliveries/s', (events * SUBSCRIBERS) / ours, (events * SUBSCRIBERS) / theirs);
}

async function heard() {
  return (await fetch(sink.url)).json();
}

async function sendAlone() {
  const { rows } = await sql.query(`select data from outbox where type = 'lead.created' limit 1`);
  const agent = new Agent({ connections: AT_ONCE });
  let left = events * SUBSCRIBERS;
  const began = performance.now();
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const body = JSON.stringify({ id: randomUUID(), type: 'lead.created', data: rows[0].data });
      const signature = createHmac('sha256', SIGNING_KEYS).update(body).digest('base64');
      const headers = { 'content-type': 'application/json', 'webhook-signature': `v1,${signature}` };
      const answer = await request(`${sink.url}/${left % SUBSCRIBERS}`, { dispatcher: agent, method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await agent.close();
  return (performance.now() - began) / 1000;
}

function rate(name, ours, theirs) {
  if (LEAST[name] && ours < LEAST[name]) failures.push(`${name}: ${Math.round(ours)}, and not ${LEAST[name]}`);
  return { name, service: Math.round(ours), baseline: Math.round(theirs), share: (ours / theirs).toFixed(2) };
}

/** Creates leads in the quiet shop and in the busy one, in turn. */
async function measureCreates() {
  const [none, full] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    none.push(await costOf(quiet));
    full.push(await costOf(busy));
  }
  return ['serving', 'in all'].map((what) => {
    const [without, with_] = [none, full].map((costs) => median(costs.map((cost) => cost[what])));
    const share = without / with_;
    if (what === 'serving' && share < LEAST['share of a create']) failures.push(`a create: ${share.toFixed(2)} of one without`);
    return { 'CPU µs of a create': what, none: Math.round(without), 'all of them': Math.round(with_), share: share.toFixed(2) };
  });
}

/**
 * Returns the CPU time of one create in µs: `serving` is that of the process that answers and of its database connections, `in all`
 * has the worker and the whole database, too, until everything is delivered.
 */
async function costOf(shop) {
  const serving = () => timeOf(server.pid) + backends.reduce((sum, pid) => sum + timeOf(pid), 0);
  const all = () => timeOf(server.pid) + timeOf(worker.pid) + databaseTime(postmaster);
  const before = [serving(), all()];
  await send(shop, creates);
  const served = serving();
  await settled();
  return { serving: (served - before[0]) / creates, 'in all': (all() - before[1]) / creates };
}
