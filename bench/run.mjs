// npm run bench [-- --rows 1000000] [--rounds 5] [--requests 2000] [--only 'page 1|list'] [--scale] [--check]
// Sends requests to the built service and to the baseline in turn, on one database. Prints the service's share of the baseline:
// the baseline's CPU time per request divided by the service's, as the median of the rounds. --only is a regular expression for
// the names of scenarios. --scale compares the costs at 1,000 and 1,000,000 rows. With --check the exit code is 1 if a limit is
// missed.
// npm run bench -- import … is described in import.mjs, npm run bench -- memory … in memory.mjs, npm run bench -- events … in
// events.mjs, npm run bench -- growth … in growth.mjs, npm run bench -- start … in start.mjs, npm run bench -- inner-loop … in
// inner-loop.mjs, npm run bench -- instances … in instances.mjs.
// npm run bench -- availability measures only the search for free times, which the first form does as well.
import { parseArgs } from 'node:util';
import { build } from '../bin/build.mjs';
import { measureAvailability } from './availability.mjs';
import { keepAwake } from './awake.mjs';
import { deepLeads, scenarios } from './scenarios.mjs';
import { measure } from './measure.mjs';
import { median, table } from './report.mjs';

const LEAST_SHARE = 0.75;
const MOST_DEEP = 1.1;
const MOST_GROWTH = 1.2;
/** The number of requests before the first round, because V8 still compiles the code during these. */
const WARM_UP = 10_000;
/** Each round measures this many pairs of page one and a deep page. */
const PAIRS = 5;

// These compare with no server, so each has a file of its own, which also ends the process.
if (process.argv[2] === 'import') await import('./import.mjs');
if (process.argv[2] === 'memory') await import('./memory.mjs');
if (process.argv[2] === 'events') await import('./events.mjs');
if (process.argv[2] === 'growth') await import('./growth.mjs');
if (process.argv[2] === 'start') await import('./start.mjs');
if (process.argv[2] === 'inner-loop') await import('./inner-loop.mjs');
if (process.argv[2] === 'instances') await import('./instances.mjs');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '2000' },
    only: { type: 'string' },
    scale: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const requests = Number(options.requests);
const failures = [];

build();
// world.mjs imports from dist/, so it must be loaded after the build.
const { openWorld } = await import('./world.mjs');
if (positionals[0] === 'availability') failures.push(...(await measureAvailability()));
else if (options.scale) await compareSizes();
else await compareWithBaseline();
for (const failure of failures) console.log(`BELOW THE LIMIT: ${failure}`);
process.exit(options.check && failures.length > 0 ? 1 : 0);

async function compareWithBaseline() {
  const world = await openWorld(Number(options.rows));
  keepAwake();
  const rows = [];
  const least = new Map();
  for (const scenario of chosen(scenarios(world))) {
    await scenario.check?.(world);
    const ours = [];
    const theirs = [];
    await measure(world, world.service, scenario.service, WARM_UP);
    await measure(world, world.baseline, scenario.baseline, WARM_UP);
    for (let round = 0; round < rounds; round += 1) {
      const amount = requests * (scenario.often ?? 1);
      ours.push(await measure(world, world.service, scenario.service, amount));
      theirs.push(await measure(world, world.baseline, scenario.baseline, amount));
    }
    rows.push(summary(scenario.name, ours, theirs));
    least.set(scenario.name, scenario.least ?? LEAST_SHARE);
  }
  const deep = await costOfDepth(world);
  await world.close();
  print(
    `${Number(options.rows).toLocaleString('en')} leads, tasks and messages, median of ${rounds} rounds of ${requests} requests`,
    rows,
  );
  judge(rows, least, deep);
  if (chosen([{ name: 'availability, without HTTP' }]).length > 0) failures.push(...(await measureAvailability()));
}

/**
 * Returns the cost of a deep cursor page as a multiple of page one, or null if --only leaves the deep page out. The machine's
 * speed changes more from round to round than the two pages differ. So both pages of a pair are measured within a second or two,
 * and the result is the median of the pairs' ratios.
 */
async function costOfDepth(world) {
  const [deep] = chosen([deepLeads(world)]);
  if (!deep) return null;
  await deep.check();
  const first = { path: '/api/v1/leads' };
  await measure(world, world.service, first, WARM_UP);
  await measure(world, world.service, deep.service, WARM_UP);
  const ratios = [];
  for (let pair = 0; pair < rounds * PAIRS; pair += 1) {
    const shallow = sum(await measure(world, world.service, first, requests));
    ratios.push(sum(await measure(world, world.service, deep.service, requests)) / shallow);
  }
  return median(ratios);
}

function sum({ server, database }) {
  return server + database;
}

function summary(name, ours, theirs) {
  const of = (list, key) => median(list.map((one) => one[key]));
  // The ratio is computed for each round, because the machine had about the same speed for both servers in one round.
  const share = (cost) => median(ours.map((one, round) => cost(theirs[round]) / cost(one))).toFixed(2);
  return {
    name,
    'req/s': of(ours, 'rate').toFixed(0),
    'p50 ms': of(ours, 'p50').toFixed(2),
    'p99 ms': of(ours, 'p99').toFixed(2),
    'server µs': of(ours, 'server').toFixed(0),
    'database µs': of(ours, 'database').toFixed(0),
    'baseline µs': `${of(theirs, 'server').toFixed(0)} + ${of(theirs, 'database').toFixed(0)}`,
    'rss MB': of(ours, 'memory').toFixed(0),
    'share of baseline': share(sum),
    'server only': share(({ server }) => server),
  };
}

function judge(rows, least, deep) {
  for (const row of rows) {
    if (Number(row['share of baseline']) < least.get(row.name))
      failures.push(`${row.name}: ${row['share of baseline']} of the baseline`);
  }
  if (deep === null) return;
  console.log(`a deep cursor page costs ${deep.toFixed(2)} of page one`);
  if (deep > MOST_DEEP) failures.push(`deep cursor page: ${deep.toFixed(2)} of page one`);
}

async function compareSizes() {
  const sizes = [1000, 1_000_000];
  const costs = new Map();
  const worlds = [];
  for (const size of sizes) worlds.push(await openWorld(size));
  keepAwake();
  for (const world of worlds) world.scaling = chosen(scenarios(world)).filter(({ scales }) => scales);
  // Reads come first, because writes make tables of any size larger.
  for (const changes of [false, true]) await measureGrowth(worlds, changes, costs);
  for (const world of worlds) await world.close();
  const rows = worlds[0].scaling.map(({ name }) => {
    const [small, large] = sizes.map((size) => median(costs.get(`${name}|${size}`)));
    const growth = large / small;
    if (growth > MOST_GROWTH) failures.push(`${name}: ${growth.toFixed(2)} times as dear at 1,000,000 rows as at 1,000`);
    return { name, 'µs at 1,000': small.toFixed(0), 'µs at 1,000,000': large.toFixed(0), growth: growth.toFixed(2) };
  });
  print(`server and database CPU per request, median of ${rounds} rounds of ${requests} requests`, rows);
}

async function measureGrowth(worlds, changing, costs) {
  const measured = (world) => world.scaling.filter(({ changes = false }) => changes === changing);
  for (const world of worlds) for (const { service } of measured(world)) await measure(world, world.service, service, WARM_UP);
  for (let round = 0; round < rounds; round += 1) {
    for (const world of worlds) {
      for (const { name, service, often = 1 } of measured(world)) {
        const cost = sum(await measure(world, world.service, service, requests * often));
        costs.set(`${name}|${world.rows}`, [...(costs.get(`${name}|${world.rows}`) ?? []), cost]);
      }
    }
  }
}

function chosen(all) {
  return options.only ? all.filter(({ name }) => new RegExp(options.only).test(name)) : all;
}

function print(title, rows) {
  console.log(`\n${title}\n\n${table(rows)}\n`);
}
