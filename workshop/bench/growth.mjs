// npm run bench -- growth [--days 5] [--events 20000]
// Measures what a shop costs: it loads the demo, lets the first shop of the demo work through some days, and prints rows, bytes,
// statements, write-ahead log and CPU for each day, and what follows from this for up to 100,000 shops. What a shop does on a day
// stands in growth-day.mjs. docs/scaling.md explains the results.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { build } from '../../bin/build.mjs';
import { growthOf } from './growth-table.mjs';
import { databaseTime, timeOf } from './measure.mjs';
import { table } from './report.mjs';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { days: { type: 'string', default: '5' }, events: { type: 'string', default: '20000' } },
});
const [days, events] = [options.days, options.events].map(Number);
/** The seconds for which a service without requests is watched. */
const IDLE_SECONDS = 20;
/** The tables whose rows are deleted after a month. */
const OF_A_MONTH = new Set([
  'outbox',
  'webhook_deliveries',
  'automation_runs',
  'automation_steps',
  'automation_watches',
  'sandbox_outbox',
]);

build();
// These import from dist/, so they must be loaded after the build.
const { ended, ownDatabase, start, SIGNING_KEYS } = await import('./world.mjs');
const { DayOfShop, PROVIDED, REQUESTS_A_DAY } = await import('./growth-day.mjs');
const { openDemo } = await import('./growth-demo.mjs');

const place = await countingDatabase();
const sql = new pg.Client({ connectionString: place.url });
await sql.connect();
await sql.query('create extension pg_stat_statements');
const recordings = join(place.dataDir, 'recordings');
const demo = await openDemo(place.url, recordings);
const year = await sizes(); // the demo holds a year of three shops
const sink = await start('./event-sink.mjs', process.env);
const service = await start('../../dist/infrastructure/main.js', {
  ...process.env,
  ...{ DATABASE_URL: place.url, SIGNING_KEYS, PORT: '0', STOP_PAUSE: '0', DEMO: 'off', VIN_DECODER_URL: 'off' },
  ...{
    DATA_DIR: place.dataDir,
    RATE_LIMIT: '0',
    READ_BUDGET: '0',
    WRITE_BUDGET: '0',
    LOG_FORMAT: 'json',
    LOG_REQUESTS: 'errors',
  },
  ...{ MAX_IN_FLIGHT: '0', ALLOW_PRIVATE_WEBHOOKS: 'on', RECORDINGS: `file:${recordings}` },
});
const day = await DayOfShop.prepare(service.url, demo, sink.url);
await day.run(); // V8 still compiles the code during this day
const idle = await measured(() => sleep(IDLE_SECONDS * 1000));
const before = await sizes();
const parts = [];
for (const part of day.parts) parts.push({ part, ...(await measured(() => day.runPart(part, days), PROVIDED.has(part))) });
const after = await sizes();
const relayed = await measureRelay();
report();
await demo.close();
for (const { child } of [service, sink]) await ended(child);
await sql.end();
await place.stop();
await rm(place.dataDir, { recursive: true, force: true });
process.exit(0);

/** Starts a database that counts its statements. PostgreSQL loads the library for this only at its start. */
async function countingDatabase() {
  const first = await ownDatabase();
  const client = new pg.Client({ connectionString: first.url });
  await client.connect();
  await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await client.end();
  await first.stop();
  return ownDatabase(first.dataDir);
}

/** Runs work until nothing waits any more, and returns what it cost. `here`: the work of this process counts as the service's. */
async function measured(run, here = false) {
  const begun = await costs(here);
  await run();
  await settled();
  const over = await costs(here);
  return Object.fromEntries(Object.keys(begun).map((key) => [key, over[key] - begun[key]]));
}

/** CPU in ms, statements, bytes of the write-ahead log, events and deliveries so far. */
async function costs(here) {
  const { rows } = await sql.query(`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float as log,
    (select sum(calls) from pg_stat_statements where toplevel)::float as statements,
    (select count(*) from outbox)::float as events, (select count(*) from webhook_deliveries)::float as deliveries`);
  const { user, system } = process.cpuUsage();
  return {
    ...rows[0],
    service: (timeOf(service.pid) + (here ? user + system : 0)) / 1000,
    database: databaseTime(place.postmaster) / 1000,
  };
}

async function settled() {
  for (;;) {
    await sleep(100);
    const { rows } = await sql.query(`select (select count(*) from outbox where number is null)
      + (select count(*) from webhook_deliveries where status = 'pending') + (select count(*) from automation_runs where state = 'pending')
      + (select count(*) from sandbox_outbox where due_at is not null)
      + (select count(*) from graphile_worker.jobs where run_at <= now() and attempts = 0) as n`);
    if (Number(rows[0].n) === 0) return;
  }
}

/** The rows and bytes of each table with its indexes, after a vacuum. */
async function sizes() {
  await sql.query('vacuum (full, analyze)');
  const { rows } =
    await sql.query(`select relname as name, n_live_tup::float as rows, pg_total_relation_size(relid)::float as bytes
    from pg_stat_user_tables where schemaname = 'public' order by 1`);
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

/** The events that the one relay numbers a second, while nobody has subscribed. */
async function measureRelay() {
  const cost = await measured(async () => {
    await sql.query(
      `insert into outbox (shop_id, id, type, data, cause, created_at)
      select gen_random_uuid(), gen_random_uuid(), type, data, cause, now() from generate_series(1, $2),
        (select type, data, cause from outbox where shop_id = $1 and type = 'lead.updated' limit 1) one`,
      [demo.shop, events],
    );
    const begun = performance.now();
    await settled();
    measureRelay.seconds = (performance.now() - begun) / 1000;
  });
  return { ...cost, perSecond: events / measureRelay.seconds };
}

function report() {
  const perDay = (value, digits = 0) => Number((value / days).toFixed(digits));
  console.log(`\nA year of the demo's three shops, vacuumed\n\n${table(ofTables(year, new Map()))}\n`);
  const rows = parts.map(({ part, service: ms, database, statements, log, events: made, deliveries }) => ({
    part,
    'CPU ms, service': perDay(ms),
    'CPU ms, database': perDay(database),
    statements: perDay(statements),
    'log kB': perDay(log / 1024),
    events: perDay(made, 1),
    deliveries: perDay(deliveries, 1),
  }));
  console.log(`What a day of one shop costs, by part\n\n${table(rows)}\n`);
  console.log(`What a day of one shop leaves in the tables\n\n${table(ofTables(after, before, days))}\n`);
  const second = (value) => (value / IDLE_SECONDS).toFixed(1);
  console.log(
    `Without requests, a second: ${second(idle.service)} ms of the service, ${second(idle.database)} ms of the database, ` +
      `${second(idle.statements)} statements`,
  );
  console.log(
    `The relay alone: ${Math.round(relayed.perSecond)} events a second; for each ${(relayed.service / events).toFixed(3)} ms of the ` +
      `service and ${(relayed.database / events).toFixed(3)} ms of the database\n`,
  );
  const total = (key) => parts.reduce((sum, part) => sum + part[key], 0) / days;
  const bytes = (wanted) =>
    [...after].reduce(
      (sum, [name, size]) => sum + (OF_A_MONTH.has(name) === wanted ? (size.bytes - (before.get(name)?.bytes ?? 0)) / days : 0),
      0,
    );
  const shop = {
    requests: REQUESTS_A_DAY,
    kept: bytes(false),
    month: bytes(true),
    relayed: relayed.perSecond,
    ...Object.fromEntries(['service', 'database', 'statements', 'log', 'events', 'deliveries'].map((key) => [key, total(key)])),
  };
  console.log(`What follows for more shops\n\n${table(growthOf(shop))}`);
}

function ofTables(sizesNow, sizesBefore, over = 1) {
  return [...sizesNow].flatMap(([name, { rows, bytes }]) => {
    const [more, growth] = [rows - (sizesBefore.get(name)?.rows ?? 0), bytes - (sizesBefore.get(name)?.bytes ?? 0)];
    return more > 0
      ? [{ table: name, rows: (more / over).toFixed(over > 1 ? 1 : 0), kB: (growth / over / 1024).toFixed(0) }]
      : [];
  });
}
