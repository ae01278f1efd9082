// npm run bench [-- --rows 1000000] [--shops 200] [--rounds 5] [--requests 2000] [--only 'page|create'] [--scale]
// Sends requests to the built service and to a bare server in turn, on one database. Prints the bare server's CPU time per request
// (server and database) divided by the service's, as the median of the rounds, beside the least share that the row must have. With
// --scale it compares the service's costs at 1,000 and at 1,000,000 rows instead. The exit code is 1 if a row misses its bar. --only
// is a regular expression for the names of rows.
// npm run bench -- NAME runs the measurement of workshop/bench/NAME.mjs: growth, import, inner-loop, instances, memory, start.
import { parseArgs } from 'node:util';
import { build } from '../../bin/build.mjs';
import { keepAwake } from './awake.mjs';
import { measure } from './measure.mjs';
import { median, table } from './report.mjs';
import { scenarios } from './scenarios.mjs';

/** The most that a request may cost at 1,000,000 rows, as a multiple of its cost at 1,000. */
const MOST_GROWTH = 1.3;
/** The number of requests before the first round, because V8 still compiles the code during these. */
const WARM_UP = 10_000;

// These compare with no server, so each has a file of its own, which also ends the process.
const APART = ['growth', 'import', 'inner-loop', 'instances', 'memory', 'start'];
if (APART.includes(process.argv[2])) await import(`./${process.argv[2]}.mjs`);

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    shops: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '2000' },
    only: { type: 'string' },
    scale: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const requests = Number(options.requests);
const failures = [];

build();
// world.mjs imports from dist/, so it must be loaded after the build.
const { openWorld } = await import('./world.mjs');
await (options.scale ? compareSizes() : compareWithBaseline());
for (const failure of failures) console.log(`MISSES THE BAR: ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);

async function compareWithBaseline() {
  const world = await openWorld(Number(options.rows), Number(options.shops));
  keepAwake();
  const rows = [];
  for (const scenario of await chosen(world)) {
    const ours = [];
    const theirs = [];
    await scenario.check?.();
    await measure(world, world.service, scenario.service, WARM_UP);
    await measure(world, world.baseline, scenario.baseline, WARM_UP);
    for (let round = 0; round < rounds; round += 1) {
      const amount = requests * (scenario.often ?? 1);
      ours.push(await measure(world, world.service, scenario.service, amount));
      theirs.push(await measure(world, world.baseline, scenario.baseline, amount));
    }
    rows.push(judged(scenario, ours, theirs));
  }
  await world.close();
  const size = `${Number(options.rows).toLocaleString('en')} leads in ${options.shops} shops`;
  print(`${size}, CPU time per request, median of ${rounds} rounds of ${requests} requests`, rows);
}

function judged({ name, least }, ours, theirs) {
  const of = (list, key) => median(list.map((one) => one[key]));
  // The ratio is computed for each round, because the machine had about the same speed for both servers in one round.
  const share = median(ours.map((one, round) => sum(theirs[round]) / sum(one)));
  if (share < least) failures.push(`${name}: ${share.toFixed(2)} of the bare server, at least ${least}`);
  return {
    name,
    'server µs': of(ours, 'server').toFixed(0),
    'database µs': of(ours, 'database').toFixed(0),
    'bare server µs': `${of(theirs, 'server').toFixed(0)} + ${of(theirs, 'database').toFixed(0)}`,
    'req/s': of(ours, 'rate').toFixed(0),
    'p50 ms': of(ours, 'p50').toFixed(2),
    'p99 ms': of(ours, 'p99').toFixed(2),
    share: share.toFixed(2),
    'at least': least.toFixed(2),
  };
}

function sum({ server, database }) {
  return server + database;
}

async function compareSizes() {
  const worlds = [await openWorld(1000, 1), await openWorld(1_000_000, Number(options.shops))];
  keepAwake();
  const costs = worlds.map(() => new Map());
  const measured = await Promise.all(worlds.map(chosen));
  // A row is measured in both worlds before the next one. The rows that write are the last ones, because they make tables larger.
  for (const [index, { name, often = 1 }] of measured[0].entries()) {
    for (const [at, world] of worlds.entries()) await measure(world, world.service, measured[at][index].service, WARM_UP);
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, world] of worlds.entries()) {
        const cost = sum(await measure(world, world.service, measured[at][index].service, requests * often));
        costs[at].set(name, [...(costs[at].get(name) ?? []), cost]);
      }
    }
  }
  for (const world of worlds) await world.close();
  const rows = measured[0].map(({ name }) => {
    const [small, large] = costs.map((of) => median(of.get(name)));
    const growth = large / small;
    if (growth > MOST_GROWTH) failures.push(`${name}: ${growth.toFixed(2)} times as dear at 1,000,000 rows as at 1,000`);
    return { name, 'µs at 1,000': small.toFixed(0), 'µs at 1,000,000': large.toFixed(0), growth: growth.toFixed(2) };
  });
  print(`CPU time of the service and the database per request, median of ${rounds} rounds of ${requests} requests`, rows);
}

async function chosen(world) {
  return (await scenarios(world)).filter(({ name }) => !options.only || new RegExp(options.only).test(name));
}

function print(title, rows) {
  console.log(`\n${title}\n\n${table(rows)}\n`);
}
