// npm run bench -- citus [--rows 500] [--seconds 5] [--rounds 3] [--days 3]
// Sends the same requests to the service on a database of one server and on a distributed one, on the Citus cluster that CITUS_URL
// names, whose servers are on this machine: the service's address is that of the coordinator, or of a worker. It prints the CPU time of
// a request in the service, the coordinator and the workers, and how many requests a second there were. Then the demo's first shop works
// through some busy days on both databases (growth-day.mjs), and the CPU time of each part of a day is printed.
import { randomBytes, randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { citusServers, databaseOf, dropDatabase, withClient } from '../harness/citus.mjs';
import { atEnd } from '../harness/ending.mjs';
import { inTurns, posted } from '../harness/load.mjs';
import { measure } from '../harness/measure.mjs';
import { databaseTime, parentOf, timeOf } from '../harness/processes.mjs';
import { median, table } from '../harness/report.mjs';
import { NEVER_LIMITED, openWorld, start } from '../harness/world.mjs';
import { openCitusWorld } from '../drills/support/citus.mjs';
import { OPEN_TO_ALL, openDemo, PLAYED, prepareDays, untilSettled } from './growth-day.mjs';

export const options = { rows: 500, seconds: 5, rounds: 3, days: 3 };

export async function run({ rows, seconds: duration, rounds, days }) {
  const servers = citusServers();
  if (servers.length < 2) return ['NOT RUN: CITUS_URL must name the servers of a cluster, see docs/testing.md'];
  const postmasters = await Promise.all(servers.map(postmasterOf));
  const [one, many] = [await openPlain(servers[0]), await openCitusWorld(1)];
  const results = [];
  for (const [place, world, address] of [
    ['one server', one, {}],
    ['by the coordinator', many, {}],
    ['by a worker', many, byWorker(servers[1], many.databaseUrl)],
  ]) {
    const instance = await world.startInstance({ ...NEVER_LIMITED, ROLE: 'web', ...address });
    const leads = Array.from({ length: rows }, (_, n) => ({ name: `Lead ${n}` }));
    await inTurns(leads, (lead) => posted(instance, '/api/v1/leads', lead));
    for (const [name, request] of Object.entries(await scenariosOf(world))) {
      const all = [];
      for (let round = 0; round <= rounds; round += 1)
        all.push(await costOf({ ...world, postmaster: postmasters[0] }, instance, request, { duration }, postmasters));
      results.push({ scenario: name, place, ...summary(all.slice(1)) });
    }
    await instance.stop();
  }
  console.log(table(results));
  const parts = [
    ...(await dayOf('one server', await openPlain(servers[0]), postmasters, days)),
    ...(await dayOf('by the coordinator', await openCitusWorld(1), postmasters, days)),
  ];
  console.log(`\nA day of a busy shop\n\n${table(parts)}`);
  return [];
}

/** Lets the demo's first shop work. Returns what each part of a day costs, with the background work that follows from it. */
async function dayOf(place, world, postmasters, days) {
  const demo = await openDemo(world);
  const sink = await start(fileURLToPath(new URL('event-sink.mjs', import.meta.url)), process.env);
  const instance = await world.startInstance(OPEN_TO_ALL);
  const day = await prepareDays(instance.url, demo, sink.url);
  for (const part of day.parts) await day.run(part, 1); // V8 still compiles the code during this day
  await untilSettled(world.sql);
  const rows = [];
  for (const part of day.parts) {
    // The provider of texts and calls is played by this process, where its requests would run in the service.
    const times = () => [timeOf(instance.pid) + (PLAYED.has(part) ? timeOf(process.pid) : 0), ...postmasters.map(databaseTime)];
    const before = times();
    await day.run(part, days);
    await untilSettled(world.sql);
    const [service, coordinator, ...workers] = times().map((time, of) => (time - before[of]) / 1000 / days);
    const ofWorkers = workers.reduce((sum, time) => sum + time, 0);
    rows.push({ part, place, 'service ms': service, 'coordinator ms': coordinator, 'workers ms': ofWorkers });
  }
  await instance.stop();
  await demo.close();
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? value.toFixed(0) : value])),
  );
}

/** The statements of requests go to a worker, and everything else to the coordinator. */
function byWorker(worker, coordinator) {
  return { DATABASE_URL: databaseOf(worker, new URL(coordinator).pathname.slice(1)), DATABASE_DIRECT_URL: coordinator };
}

function postmasterOf(server) {
  return withClient(server, async (client) => parentOf((await client.query('select pg_backend_pid() as pid')).rows[0].pid));
}

/** Opens a database of the coordinator alone, without Citus. */
async function openPlain(server) {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  atEnd(() => dropDatabase([server], name));
  await withClient(server, (client) => client.query(`create database ${name}`));
  return openWorld(databaseOf(server, name));
}

async function scenariosOf({ sql, shop }) {
  const leads = await sql.rows('select id from leads where shop_id = $1', [shop.id]);
  const path = () => `/api/v1/leads/${leads[randomInt(leads.length)].id}`;
  return {
    'lead by id': { path },
    'leads page': { path: '/api/v1/leads' },
    'lead create': { path: '/api/v1/leads', method: 'POST', body: { name: 'Dana Reyes' } },
    'lead update': { path, method: 'PATCH', body: () => ({ source: randomBytes(4).toString('hex') }) },
  };
}

async function costOf(world, instance, request, length, postmasters) {
  const times = () => postmasters.map(databaseTime);
  const before = times();
  const { server, answers, seconds } = await measure(world, [instance], request, length);
  const [coordinator, ...workers] = times().map((time, place) => (time - before[place]) / answers);
  return { perSecond: answers / seconds, service: server, coordinator, workers: workers.reduce((sum, time) => sum + time, 0) };
}

function summary(all) {
  const middle = (side) => median(all.map((one) => one[side])).toFixed(0);
  return {
    'req/s': middle('perSecond'),
    'service µs': middle('service'),
    'coordinator µs': middle('coordinator'),
    'workers µs': middle('workers'),
  };
}
