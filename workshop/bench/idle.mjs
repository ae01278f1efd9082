// npm run bench -- idle [--seconds 30] [--singles 40] [--check]
// Measures a service to which nobody speaks, and then single calls with pauses between them. Prints what it costs each second, and how
// long after its answer a text is at the provider and an event is with a reader of the feed who waits. It misses its limits if it asks
// the database more often than MOST_STATEMENTS in a second, or if the median of a single call takes longer than MOST_MS.
import { setTimeout as sleep } from 'node:timers/promises';
import { createCustomers, contactNumbers, openTexting } from '../drills/support/texting.mjs';
import { startProvider } from '../drills/support/twilio.mjs';
import { call, posted } from '../harness/load.mjs';
import { databaseTime, timeOf } from '../harness/processes.mjs';
import { median, table } from '../harness/report.mjs';
import { openWorld } from '../harness/world.mjs';

export const options = { seconds: 30, singles: 40, check: false };

const [MOST_STATEMENTS, MOST_MS] = [15, 60];
/** After its start, a service still does work of its own. */
const REST_MS = 20_000;
/** The pauses between single calls, so that they come at any moment of the service's own rhythm. */
const [PAUSE_MS, STEP_MS] = [600, 37];

export async function run({ seconds, singles }) {
  const world = await openWorld();
  await openTexting(world, world.shop);
  const provider = await startProvider();
  const service = await world.startInstance({ ...provider.env, LOG_REQUESTS: 'errors' });
  const idle = await idleOf(world, service, seconds);
  const [customer] = await createCustomers(service, contactNumbers(1));
  const texts = await each(singles, () => textOnce(service, provider, customer));
  const events = await each(singles, () => eventOnce(service, customer));
  const waits = [
    { 'a single call': 'a text, until the provider has it', ...quantiles(texts) },
    { 'a single call': 'a change, until a reader of the feed has its event', ...quantiles(events) },
  ];
  console.log(
    `\nnobody speaks to the service, ${seconds} s\n\n${table([idle])}\n\n${singles} single calls of each kind\n\n${table(waits)}\n`,
  );
  const missed = [];
  if (idle['statements/s'] > MOST_STATEMENTS)
    missed.push(`an idle service asked more than ${MOST_STATEMENTS} statements a second`);
  for (const row of waits) if (row['p50 ms'] > MOST_MS) missed.push(`${row['a single call']}: the median is above ${MOST_MS} ms`);
  return missed.map((what) => `ABOVE THE LIMIT: ${what}`);
}

async function idleOf({ sql }, { pid }, seconds) {
  await sleep(REST_MS);
  const postmaster = await sql.postmaster();
  const look = async () => ({
    at: performance.now(),
    service: timeOf(pid),
    database: databaseTime(postmaster),
    n: await statements(sql),
  });
  const before = await look();
  await sleep(seconds * 1000);
  const after = await look();
  const perSecond = (key) => (after[key] - before[key]) / ((after.at - before.at) / 1000);
  return {
    'statements/s': perSecond('n').toFixed(1),
    '% of a core, service': (perSecond('service') / 1e4).toFixed(2),
    '% of a core, database': (perSecond('database') / 1e4).toFixed(2),
  };
}

/** Outside of transactions each statement is one. */
async function statements(sql) {
  return sql.count('select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()');
}

async function each(times, once) {
  const measured = [];
  for (let nth = 0; nth < times; nth += 1) {
    await sleep(PAUSE_MS + nth * STEP_MS);
    measured.push(await once());
  }
  return measured;
}

async function textOnce(api, { taken }, customer_id) {
  const before = taken.length;
  await posted(api, '/api/v1/comms/send_text', { customer_id, body: 'Your car is ready.' });
  const answered = performance.now();
  while (taken.length === before) await sleep(1);
  return Math.max(0, taken[before].at - answered);
}

async function eventOnce(api, customer_id) {
  const { meta } = JSON.parse((await call(api, 'GET', '/api/v1/events?after=latest')).text);
  const heard = call(api, 'GET', `/api/v1/events?after=${meta.next_after}&wait=20`);
  await sleep(20); // the reader waits by now
  await posted(api, '/api/v1/tasks', { title: 'Call back', customer_id });
  const answered = performance.now();
  await heard;
  return Math.max(0, performance.now() - answered);
}

function quantiles(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return { 'p50 ms': median(values).toFixed(0), 'most ms': sorted.at(-1).toFixed(0) };
}
