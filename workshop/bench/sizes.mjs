// npm run bench -- sizes [--sizes 1000,100000,1000000] [--shops 1,10000] [--rounds 3] [--requests 800] [--only 'page|create'] [--check]
// Compares what requests cost in databases of different sizes. A size is the number of leads, and there are about as many customers and
// messages, and a tenth as many threads, jobs and tasks. The shops are one number for all sizes, or one for each. The first shop, which
// the requests are of, has half of the records if there are several. Prints the CPU time of service and database per request, and the
// factor from the first size to the others. A row misses its limit if it grows by more. 503: the database takes too long for it.
import { randomInt } from 'node:crypto';
import { call } from '../harness/load.mjs';
import { keepAwake, measure } from '../harness/measure.mjs';
import { median, table } from '../harness/report.mjs';
import { NEVER_LIMITED, openWorld, provision } from '../harness/world.mjs';
import { openTexting } from '../drills/support/texting.mjs';
import { scenarios } from './scenarios.mjs';
import { seed, seedRooms } from './seed.mjs';

export const options = { sizes: '1000,100000,1000000', shops: '1', rounds: 3, requests: 800, only: '', check: false };

/** The most that a request may cost, as a multiple of its cost at the first size. */
const MOST_GROWTH = 1.3;
/** The number of requests before the first round, because V8 still compiles the code during these. */
const WARM_UP = { amount: 2000 };

export async function run({ sizes, shops, rounds, requests, only }) {
  const all = sizes.split(',').map(Number);
  const amounts = shops.split(',').map(Number);
  const worlds = [];
  for (const [at, rows] of all.entries()) worlds.push(await openOfSize(rows, amounts[at] ?? amounts.at(-1)));
  keepAwake();
  const chosen = await Promise.all(worlds.map((world) => requestsOf(world, only)));
  const [rows, missed] = [[], []];
  // A row is measured in all worlds before the next one. The rows that write are the last ones, because they make tables larger.
  for (const [index, { name, often = 1 }] of chosen[0].entries()) {
    const send = async (at, length) => {
      const { service, prepare } = chosen[at][index];
      await prepare?.();
      return costOf(await measure(worlds[at], [worlds[at].service], service, length));
    };
    const costs = worlds.map(() => []);
    const answering = [...worlds.keys()].filter((at) => !chosen[at][index].isRefused);
    for (const at of answering) await send(at, WARM_UP);
    for (let round = 0; round < rounds; round += 1)
      for (const at of answering) costs[at].push(await send(at, { amount: requests * often }));
    const [first, ...others] = costs.map((each) => (each.length > 0 ? median(each) : Infinity));
    const factors = others.map((cost) => cost / first);
    for (const [at, factor] of factors.entries())
      if (factor > MOST_GROWTH)
        missed.push(
          `ABOVE THE LIMIT: ${name}: ${factor.toFixed(2)} times as dear at ${shown(all[at + 1])} as at ${shown(all[0])}`,
        );
    const columns = factors.map((factor, at) => [
      `× at ${shown(all[at + 1])}`,
      Number.isFinite(factor) ? factor.toFixed(2) : '503',
    ]);
    rows.push({ name, [`µs at ${shown(all[0])}`]: first.toFixed(0), ...Object.fromEntries(columns) });
  }
  console.log(
    `\nCPU time of service and database per request, shops: ${shops}, median of ${rounds} rounds of ${requests}\n\n${table(rows)}\n`,
  );
  return missed;
}

function shown(rows) {
  return rows.toLocaleString('en');
}

function costOf({ server, database }) {
  return server + database;
}

async function openOfSize(rows, shops) {
  const names = Array.from({ length: shops }, (_, nth) => `Shop ${nth + 1}`);
  const world = await openWorld(null, (url, env) => provision(url, env, names));
  const leads = await seed(world, rows);
  await openTexting(world, world.shop);
  const rooms = await seedRooms(world, rows);
  const service = await world.startInstance({ ...NEVER_LIMITED, ROLE: 'web' });
  return { ...world, leads, ...rooms, service, postmaster: await world.sql.postmaster() };
}

/** The requests that the service is compared with a bare server by, and others. */
async function requestsOf(world, only) {
  const { surnames, threads, tasks } = world;
  const oneOf = (list) => list[randomInt(list.length)];
  const row = (name, path, body, method = body ? 'POST' : 'GET') => ({ name, service: { method, path, body } });
  const compared = await scenarios({ ...world, baseline: world.service }, only);
  const isWrite = ({ service: { method = 'GET', path } }) => method !== 'GET' && !String(path).endsWith('/list');
  const others = [
    row('customers page', '/api/v1/customers'),
    row('customers.list, 20 of them by q', '/api/v1/customers/list', () => ({ q: oneOf(surnames) })),
    row('threads', '/api/v1/conversations'),
    row('messages of a thread', () => `/api/v1/messages?conversation_id=${oneOf(threads)}`),
    row('jobs of a stage', '/api/v1/jobs?stage=in_progress'),
    row('events', '/api/v1/events?limit=25'),
    row(
      'task done or open again',
      () => `/api/v1/tasks/${oneOf(tasks)}`,
      () => (randomInt(2) ? { complete: true } : { reopen: true }),
    ),
  ].filter(({ name }) => new RegExp(only).test(name));
  const both = [...compared, ...others];
  for (const one of both) one.isRefused = !(await isAnswered(world, one));
  return [...both.filter((one) => !isWrite(one)), ...both.filter(isWrite)];
}

/** Sends one such request, so that a wrong one is told before anything is measured. False: the database takes too long for it. */
async function isAnswered({ token, service: { url } }, { name, service: { method = 'GET', path, body } }) {
  const made = (value) => (typeof value === 'function' ? value() : value);
  const { status, text } = await call(
    { url, token },
    method,
    made(path),
    made(body),
    body && { 'content-type': 'application/json' },
  );
  if (status === 0 || (status > 201 && status !== 503)) throw new Error(`${name}: ${status} ${text}`);
  return status !== 503;
}
