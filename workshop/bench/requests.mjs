// Sends requests to the built service and to a bare server in turn, on one database. Prints the bare server's CPU time per
// request (server and database) divided by the service's, as the median of the rounds, beside the least share that the row must
// have. With --scale it compares the service's costs at 1,000 and at 1,000,000 rows instead. --only is a regular expression for
// the names of rows.
import { fileURLToPath } from 'node:url';
import { keepAwake, measure } from '../harness/measure.mjs';
import { median, table } from '../harness/report.mjs';
import { NEVER_LIMITED, openWorld, provision, start } from '../harness/world.mjs';
import { scenarios } from './scenarios.mjs';
import { seed } from './seed.mjs';

export const options = { rows: 1_000_000, shops: 200, rounds: 5, requests: 2000, only: '', scale: false };

/** The most that a request may cost at 1,000,000 rows, as a multiple of its cost at 1,000. */
const MOST_GROWTH = 1.3;
/** The number of requests before the first round, because V8 still compiles the code during these. */
const WARM_UP = { amount: 10_000 };
const BASELINE = fileURLToPath(new URL('baseline.mjs', import.meta.url));

export function run(form) {
  return form.scale ? compareSizes(form) : compareWithBaseline(form);
}

/** Opens a new database with this many leads and shops, and starts the built service and the baseline on it. */
async function openServers(rows, shops) {
  const names = Array.from({ length: shops }, (_, nth) => (nth === 0 ? 'Northside Auto Care' : `Shop ${nth + 1}`));
  const world = await openWorld(null, (url, env) => provision(url, env, names));
  const leads = await seed(world, rows);
  // A worker would hand the events of both servers on while requests are measured.
  const service = await world.startInstance({ ...NEVER_LIMITED, ROLE: 'web' });
  const baseline = await start(BASELINE, { ...world.env, TOKEN: world.token, SHOP: JSON.stringify(world.shop) });
  return { ...world, leads, service, baseline, postmaster: await world.sql.postmaster() };
}

async function compareWithBaseline({ rows: leads, shops, rounds, requests, only }) {
  const world = await openServers(leads, shops);
  keepAwake();
  const [rows, missed] = [[], []];
  for (const { name, least, often = 1, service, baseline, check } of await scenarios(world, only)) {
    await check?.();
    await measure(world, [world.service], service, WARM_UP);
    await measure(world, [world.baseline], baseline, WARM_UP);
    const [ours, theirs] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measure(world, [world.service], service, { amount: requests * often }));
      theirs.push(await measure(world, [world.baseline], baseline, { amount: requests * often }));
    }
    // The ratio is computed for each round, because the machine had about the same speed for both servers in one round.
    const share = median(ours.map((one, round) => costOf(theirs[round]) / costOf(one)));
    if (share < least) missed.push(`MISSES THE BAR: ${name}: ${share.toFixed(2)} of the bare server, at least ${least}`);
    rows.push(rowOf(name, ours, theirs, share, least));
  }
  const size = `${leads.toLocaleString('en')} leads in ${shops} shops`;
  print(`${size}, CPU time per request, median of ${rounds} rounds of ${requests} requests`, rows);
  return missed;
}

function rowOf(name, ours, theirs, share, least) {
  const of = (list, valueOf, digits = 0) => median(list.map(valueOf)).toFixed(digits);
  const [server, database] = [(one) => one.server, (one) => one.database];
  return {
    name,
    'server µs': of(ours, server),
    'database µs': of(ours, database),
    'bare server µs': `${of(theirs, server)} + ${of(theirs, database)}`,
    'req/s': of(ours, ({ answers, seconds }) => answers / seconds),
    'p50 ms': of(ours, ({ p50 }) => p50, 2),
    'p99 ms': of(ours, ({ p99 }) => p99, 2),
    share: share.toFixed(2),
    'at least': least.toFixed(2),
  };
}

async function compareSizes({ shops, rounds, requests, only }) {
  const worlds = [await openServers(1000, 1), await openServers(1_000_000, shops)];
  keepAwake();
  const chosen = await Promise.all(worlds.map((world) => scenarios(world, only)));
  const [rows, missed] = [[], []];
  // A row is measured in both worlds before the next one. The rows that write are the last ones, because they make tables larger.
  for (const [index, { name, often = 1 }] of chosen[0].entries()) {
    const costs = worlds.map(() => []);
    const send = (at, length) => measure(worlds[at], [worlds[at].service], chosen[at][index].service, length);
    for (const at of worlds.keys()) await send(at, WARM_UP);
    for (let round = 0; round < rounds; round += 1) {
      for (const at of worlds.keys()) costs[at].push(costOf(await send(at, { amount: requests * often })));
    }
    const [small, large] = costs.map(median);
    const growth = large / small;
    if (growth > MOST_GROWTH)
      missed.push(`MISSES THE BAR: ${name}: ${growth.toFixed(2)} times as dear at 1,000,000 rows as at 1,000`);
    rows.push({ name, 'µs at 1,000': small.toFixed(0), 'µs at 1,000,000': large.toFixed(0), growth: growth.toFixed(2) });
  }
  print(`CPU time of the service and the database per request, median of ${rounds} rounds of ${requests} requests`, rows);
  return missed;
}

function costOf({ server, database }) {
  return server + database;
}

function print(title, rows) {
  console.log(`\n${title}\n\n${table(rows)}\n`);
}
