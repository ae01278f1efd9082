// npm run bench -- instances [--rows 10000] [--rounds 3] [--seconds 3] [--check]
// Runs 1, 2 and 4 web instances on one database of this machine, sends them the same requests, and prints requests per second,
// the CPU time of a request, and which part of the machine's cores each side took. With REDIS_URL set, the instances share their
// limits. It misses its limit if a request costs much more with as many instances as cores than with one.
import { availableParallelism } from 'node:os';
import { measure } from '../harness/measure.mjs';
import { median, table } from '../harness/report.mjs';
import { NEVER_LIMITED, openWorld } from '../harness/world.mjs';
import { seed } from './seed.mjs';

export const options = { rows: 10_000, rounds: 3, seconds: 3, check: false };

const AMOUNTS = [1, 2, 4];
/** The most CPU time of a request with as many instances as cores, as a multiple of that with one instance. */
const MOST_DEARER = 1.3;
const DEARER = 'cost, of 1 instance';

export async function run({ rows, rounds, seconds: duration }) {
  const world = await openWorld();
  await seed(world, rows);
  world.postmaster = await world.sql.postmaster();
  const lead = await world.sql.row('select id from leads where shop_id = $1 order by created_at desc, id desc limit 1', [
    world.shop.id,
  ]);
  const scenarios = {
    'GET /me': { path: '/api/v1/me' },
    'lead by id': { path: `/api/v1/leads/${lead.id}` },
    'leads page': { path: '/api/v1/leads' },
    'lead create': { path: '/api/v1/leads', method: 'POST', body: { name: 'Dana Reyes' } },
  };
  const instances = [];
  while (instances.length < Math.max(...AMOUNTS)) instances.push(await world.startInstance({ ...NEVER_LIMITED, ROLE: 'web' }));
  const results = [];
  for (const [name, request] of Object.entries(scenarios)) {
    // V8 still compiles the code of each instance during these.
    for (const instance of instances) await measure(world, [instance], request, { duration });
    const measured = new Map(AMOUNTS.map((amount) => [amount, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [amount, all] of measured) all.push(await measure(world, instances.slice(0, amount), request, { duration }));
    }
    for (const [amount, all] of measured) results.push(summary(name, amount, all, measured.get(1)));
  }
  console.log(`\n${availableParallelism()} cores for the instances, the database and the client, median of ${rounds} rounds\n`);
  console.log(table(results));
  return results
    .filter((row) => row.instances <= availableParallelism() && Number(row[DEARER]) > MOST_DEARER)
    .map((row) => `ABOVE THE LIMIT: ${row.scenario} with ${row.instances} instances`);
}

function summary(scenario, instances, all, alone) {
  const middle = (valueOf) => median(all.map(valueOf));
  const cost = ({ server, database }) => server + database;
  const shareOfCores = (side) => `${Math.round(middle((one) => (one[side] * one.answers) / (one.seconds * 1e4)))} %`;
  return {
    scenario,
    instances,
    'req/s': middle((one) => one.answers / one.seconds).toFixed(0),
    'instances µs': middle((one) => one.server).toFixed(0),
    'database µs': middle((one) => one.database).toFixed(0),
    [DEARER]: median(all.map((one, round) => cost(one) / cost(alone[round]))).toFixed(2),
    'core of instances': shareOfCores('server'),
    'core of database': shareOfCores('database'),
    'core of client': shareOfCores('client'),
  };
}
