// npm run bench -- instances [--rows 10000] [--rounds 3] [--seconds 3] [--check]
// Runs 1, 2 and 4 web instances on one database of this machine, sends them the same requests, and prints requests per second, the
// CPU time of a request, and which part of the machine's cores each side took. With REDIS_URL set, the instances share their limits.
// With --check the exit code is 1 if a request costs much more with as many instances as cores than with one.
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { build } from '../../bin/build.mjs';
import { databaseTime, timeOf } from './measure.mjs';
import { median, table } from './report.mjs';

const AMOUNTS = [1, 2, 4];
/** All connections together, so that as many requests are in flight with 4 instances as with 1. */
const CONNECTIONS = 32;
/** The most CPU time of a request with as many instances as cores, as a multiple of that with one instance. */
const MOST_DEARER = 1.3;
const MANY = '1000000000';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rows: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    check: { type: 'boolean', default: false },
  },
});
const [rows, rounds, seconds] = [options.rows, options.rounds, options.seconds].map(Number);

build();
// These modules import from dist/, so they must be loaded after the build.
const { ended, ownDatabase, provision, start, SIGNING_KEYS } = await import('./world.mjs');
const { seed } = await import('./seed.mjs');
const database = await ownDatabase();
const { shop, token } = await provision(database.url);
await seed(database.url, [shop.id], rows);
const lead = await newestLead();
const scenarios = [
  { name: 'GET /me', path: '/api/v1/me' },
  { name: 'lead by id', path: `/api/v1/leads/${lead}` },
  { name: 'leads page', path: '/api/v1/leads' },
  { name: 'lead create', path: '/api/v1/leads', method: 'POST', body: JSON.stringify({ name: 'Dana Reyes' }) },
];
const instances = [];
while (instances.length < Math.max(...AMOUNTS)) instances.push(await startInstance());
const results = [];
for (const scenario of scenarios) {
  // V8 still compiles the code of each instance during these.
  for (const { url } of instances) await send(scenario, [url]);
  const measured = new Map(AMOUNTS.map((amount) => [amount, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const amount of AMOUNTS) measured.get(amount).push(await measure(scenario, instances.slice(0, amount)));
  }
  for (const [amount, all] of measured) results.push(summary(scenario, amount, all, measured.get(1)));
}
for (const { child } of instances) await ended(child);
await database.stop();
await rm(database.dataDir, { recursive: true, force: true });
console.log(`\n${availableParallelism()} cores for the instances, the database and the client, median of ${rounds} rounds\n`);
console.log(table(results));
const dear = results.filter((row) => row.instances <= availableParallelism() && Number(row['cost, of 1 instance']) > MOST_DEARER);
for (const row of dear) console.log(`ABOVE THE LIMIT: ${row.scenario} with ${row.instances} instances`);
process.exit(options.check && dear.length > 0 ? 1 : 0);

function startInstance() {
  return start('../../dist/infrastructure/main.js', {
    ...process.env,
    ...{ DATABASE_URL: database.url, DATA_DIR: database.dataDir, SIGNING_KEYS, ROLE: 'web', PORT: '0', STOP_PAUSE: '0' },
    ...{ RATE_LIMIT: MANY, READ_BUDGET: MANY, WRITE_BUDGET: MANY, DEMO: 'off', VIN_DECODER_URL: 'off', LOG_FORMAT: 'json' },
  });
}

async function newestLead() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const found = await client.query('select id from leads where shop_id = $1 order by created_at desc, id desc limit 1', [
    shop.id,
  ]);
  await client.end();
  return found.rows[0].id;
}

async function measure(scenario, running) {
  const before = { instances: timeOfAll(running), database: databaseTime(database.postmaster), client: timeOf(process.pid) };
  const { answers, took } = await send(
    scenario,
    running.map(({ url }) => url),
  );
  return {
    answers,
    seconds: took,
    instances: timeOfAll(running) - before.instances,
    database: databaseTime(database.postmaster) - before.database,
    client: timeOf(process.pid) - before.client,
  };
}

function timeOfAll(running) {
  return running.reduce((sum, { pid }) => sum + timeOf(pid), 0);
}

/** Sends requests to all instances at the same time, each connection one after the other. */
async function send({ method = 'GET', path, body }, urls) {
  const began = performance.now();
  const results = await Promise.all(
    urls.map((url) =>
      autocannon({
        url: url + path,
        method,
        body,
        headers: { authorization: `Bearer ${token}` },
        connections: CONNECTIONS / urls.length,
        duration: seconds,
      }),
    ),
  );
  const sum = (valueOf) => results.reduce((total, result) => total + valueOf(result), 0);
  const failed = sum(({ non2xx, errors }) => non2xx + errors);
  if (failed > 0) throw new Error(`${method} ${path}: ${failed} requests were refused or failed`);
  return { answers: sum(({ requests }) => requests.total), took: (performance.now() - began) / 1000 };
}

function summary({ name }, amount, all, alone) {
  const middle = (value) => median(all.map(value));
  const cost = (one) => (one.instances + one.database) / one.answers;
  const shareOfCores = (value) => `${Math.round(middle((one) => value(one) / (one.seconds * 1e4)))} %`;
  return {
    scenario: name,
    instances: amount,
    'req/s': middle((one) => one.answers / one.seconds).toFixed(0),
    'instances µs': middle((one) => one.instances / one.answers).toFixed(0),
    'database µs': middle((one) => one.database / one.answers).toFixed(0),
    'cost, of 1 instance': median(all.map((one, round) => cost(one) / cost(alone[round]))).toFixed(2),
    'core of instances': shareOfCores((one) => one.instances),
    'core of database': shareOfCores((one) => one.database),
    'core of client': shareOfCores((one) => one.client),
  };
}
