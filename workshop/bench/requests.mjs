// Sends requests to the built service and to a bare server in turn, on one database. Prints the bare server's CPU time per
// request (server and database) divided by the service's, as the median of the rounds, beside the least share that the row must
// have. --only is a regular expression for the names of rows.
import { fileURLToPath } from 'node:url';
import { keepAwake, measure } from '../harness/measure.mjs';
import { median, table } from '../harness/report.mjs';
import { NEVER_LIMITED, openWorld, provision, start } from '../harness/world.mjs';
import { scenarios } from './scenarios.mjs';
import { openTexting } from '../drills/support/texting.mjs';
import { settingsFor } from '../drills/support/twilio.mjs';
import { seed, seedRooms } from './seed.mjs';

export const options = { rows: 1_000_000, shops: 200, rounds: 5, requests: 2000, only: '' };

/** The number of requests before the first round, because V8 still compiles the code during these. */
const WARM_UP = { amount: 10_000 };
/** Without a worker, nothing is handed to the provider. */
const NO_PROVIDER = 'http://127.0.0.1:9';
const BASELINE = fileURLToPath(new URL('baseline.mjs', import.meta.url));

/** Opens a new database with this many leads and shops, and starts the built service and the baseline on it. */
async function openServers(rows, shops) {
  const names = Array.from({ length: shops }, (_, nth) => (nth === 0 ? 'Northside Auto Care' : `Shop ${nth + 1}`));
  const world = await openWorld(null, (url, env) => provision(url, env, names));
  const leads = await seed(world, rows);
  await openTexting(world, world.shop);
  const rooms = await seedRooms(world, rows);
  // A worker would hand the events of both servers on while requests are measured.
  const service = await world.startInstance({ ...NEVER_LIMITED, ...settingsFor(NO_PROVIDER), ROLE: 'web' });
  const baseline = await start(BASELINE, { ...world.env, TOKEN: world.token, SHOP: JSON.stringify(world.shop) });
  return { ...world, leads, ...rooms, service, baseline, postmaster: await world.sql.postmaster() };
}

export async function run({ rows: leads, shops, rounds, requests, only }) {
  const world = await openServers(leads, shops);
  keepAwake();
  const [rows, missed] = [[], []];
  for (const { name, least, often = 1, service, baseline, check, prepare } of await scenarios(world, only)) {
    await check?.();
    await measure(world, [world.service], service, WARM_UP);
    await measure(world, [world.baseline], baseline, WARM_UP);
    const [ours, theirs] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      await prepare?.();
      ours.push(await measure(world, [world.service], service, { amount: requests * often }));
      await prepare?.();
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

function costOf({ server, database }) {
  return server + database;
}

function print(title, rows) {
  console.log(`\n${title}\n\n${table(rows)}\n`);
}
