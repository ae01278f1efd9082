// npm run bench -- growth [--days 5] [--events 20000]
// Measures what a shop costs: it loads the demo, lets the first shop of the demo work through some days, and prints rows, bytes,
// statements, write-ahead log and CPU for each day, and what follows from this for up to 100,000 shops. What a shop does on a day
// stands in growth-day.mjs. docs/scaling.md explains the results.
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownEmbeddedPostgres } from '../../dist/infrastructure/embedded-postgres/embedded-postgres.js';
import { openFolder } from '../harness/ending.mjs';
import { databaseTime, timeOf } from '../harness/processes.mjs';
import { table } from '../harness/report.mjs';
import { openWorld, start } from '../harness/world.mjs';
import { openDemo, OPEN_TO_ALL, PLAYED, prepareDays, REQUESTS_A_DAY, untilSettled } from './growth-day.mjs';

export const options = { days: 5, events: 20_000 };

/** The seconds for which a service without requests is watched. */
const IDLE_SECONDS = 20;
/** The tables whose rows are deleted after a month. */
const OF_A_MONTH = new Set(
  ['outbox', 'webhook_deliveries', 'automation_runs', 'automation_steps', 'automation_watches'].concat('sandbox_outbox'),
);
/** The share of a day's work that comes in its busiest hour. All shops have it at the same time. */
const PEAK = 0.15;
/** The part of a processor's time that one process of Node can use before its answers become slow. */
const BUSY = 0.6;
/** The connections of one instance: the pool, four for short statements and twelve for background work. */
const CONNECTIONS = 10 + 4 + 12;
const GB = 1e9;

export async function run({ days, events }) {
  const folder = await openFolder();
  const world = await openWorld(await countingDatabase(folder), () => [{}]);
  const { sql } = world;
  const postmaster = await sql.postmaster();
  await sql.rows('create extension pg_stat_statements');
  const demo = await openDemo(world);
  const year = await sizes(sql); // the demo holds a year of three shops
  const sink = await start(fileURLToPath(new URL('event-sink.mjs', import.meta.url)), process.env);
  const { url, pid } = await world.startInstance(OPEN_TO_ALL);
  const day = await prepareDays(url, demo, sink.url);
  const settled = () => untilSettled(sql);
  /** Runs work until nothing waits any more, and returns what it cost. `here`: this process works for the service. */
  const measured = async (work, here = false) => {
    const begun = await costs(sql, pid, postmaster, here);
    await work();
    await settled();
    const over = await costs(sql, pid, postmaster, here);
    return Object.fromEntries(Object.keys(begun).map((key) => [key, over[key] - begun[key]]));
  };

  for (const part of day.parts) await day.run(part, 1); // V8 still compiles the code during this day
  const idle = await measured(() => sleep(IDLE_SECONDS * 1000));
  const before = await sizes(sql);
  const parts = [];
  for (const part of day.parts) parts.push({ part, ...(await measured(() => day.run(part, days), PLAYED.has(part))) });
  const after = await sizes(sql);
  // The events that the one relay numbers a second, while nobody has subscribed.
  let relayMs;
  const relay = await measured(async () => {
    await sql.rows(MORE_EVENTS, [demo.shop, events]);
    relayMs = await settled();
  });
  await demo.close();
  print({ days, events, year, before, after, parts, idle, relay, perSecond: events / (relayMs / 1000) });
  return [];
}

function print({ days, events, year, before, after, parts, idle, relay, perSecond }) {
  console.log(`\nA year of the demo's three shops, vacuumed\n\n${table(ofTables(year, new Map()))}\n`);
  console.log(`What a day of one shop costs, by part\n\n${table(parts.map((part) => partOfDay(part, days)))}\n`);
  console.log(`What a day of one shop leaves in the tables\n\n${table(ofTables(after, before, days))}\n`);
  const each = (cost, over, digits) => (cost / over).toFixed(digits);
  const second = (cost) => each(cost, IDLE_SECONDS, 1);
  console.log(
    `Without requests, a second: ${second(idle.service)} ms of the service, ${second(idle.database)} ms of the database, ` +
      `${second(idle.statements)} statements`,
  );
  console.log(
    `The relay alone: ${Math.round(perSecond)} events a second; for each ${each(relay.service, events, 3)} ms of the service and ` +
      `${each(relay.database, events, 3)} ms of the database\n`,
  );
  console.log(`What follows for more shops\n\n${table(growthOf(ofOneShop(parts, before, after, days, perSecond)))}`);
}

const MORE_EVENTS = `insert into outbox (shop_id, id, type, data, cause, created_at)
  select gen_random_uuid(), gen_random_uuid(), type, data, cause, now() from generate_series(1, $2),
    (select type, data, cause from outbox where shop_id = $1 and type = 'lead.updated' limit 1) one`;

/** Starts a database that counts its statements. PostgreSQL loads the library for this only at its start. Returns its address. */
async function countingDatabase(folder) {
  const first = await ownEmbeddedPostgres(folder);
  const { sql } = await openWorld(first.url, () => [{}]);
  await sql.rows(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await sql.end();
  await first.stop();
  return (await ownEmbeddedPostgres(folder)).url;
}

/** CPU in ms, statements, bytes of the write-ahead log, events and deliveries so far. */
async function costs(sql, pid, postmaster, here) {
  const counted = await sql.row(`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float as log,
    (select sum(calls) from pg_stat_statements where toplevel)::float as statements,
    (select count(*) from outbox)::float as events, (select count(*) from webhook_deliveries)::float as deliveries`);
  const ofProvider = here ? process.cpuUsage().user + process.cpuUsage().system : 0;
  const [service, database] = [(timeOf(pid) + ofProvider) / 1000, databaseTime(postmaster) / 1000];
  return { ...counted, service, database };
}

/** The rows and bytes of each table with its indexes, after a vacuum. */
async function sizes(sql) {
  await sql.rows('vacuum (full, analyze)');
  const rows = await sql.rows(`select relname as name, n_live_tup::float as rows, pg_total_relation_size(relid)::float as bytes
    from pg_stat_user_tables where schemaname = 'public' order by 1`);
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

function grownBy(name, now, before) {
  const was = before.get(name) ?? { rows: 0, bytes: 0 };
  return { rows: now.rows - was.rows, bytes: now.bytes - was.bytes };
}

function ofTables(after, before, days = 1) {
  return [...after]
    .map(([name, now]) => ({ name, ...grownBy(name, now, before) }))
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows, bytes }) => ({
      ...{ table: name, rows: (rows / days).toFixed(days > 1 ? 1 : 0), kB: (bytes / days / 1024).toFixed(0) },
    }));
}

function partOfDay({ part, service, database, statements, log, events, deliveries }, days) {
  const perDay = (value, digits = 0) => Number((value / days).toFixed(digits));
  return {
    part,
    'CPU ms, service': perDay(service),
    'CPU ms, database': perDay(database),
    statements: perDay(statements),
    'log kB': perDay(log / 1024),
    events: perDay(events, 1),
    deliveries: perDay(deliveries, 1),
  };
}

/** Returns the costs of one shop on a day. `kept` and `month` are the bytes that stay for good and for a month. */
function ofOneShop(parts, before, after, days, relayed) {
  const sums = ['service', 'database', 'statements', 'log', 'events', 'deliveries'].map((key) => [
    key,
    parts.reduce((sum, part) => sum + part[key], 0) / days,
  ]);
  const bytes = (isOfAMonth) =>
    [...after]
      .filter(([name]) => OF_A_MONTH.has(name) === isOfAMonth)
      .reduce((sum, [name, now]) => sum + grownBy(name, now, before).bytes / days, 0);
  return { ...Object.fromEntries(sums), requests: REQUESTS_A_DAY, kept: bytes(false), month: bytes(true), relayed };
}

/** Computes what a number of shops needs, from what one shop costs on a day. */
function growthOf(shop) {
  return [1, 100, 1_000, 10_000, 100_000].map((shops) => {
    const peak = (value) => (value * shops * PEAK) / 3600;
    const instances = Math.max(1, Math.ceil(peak(shop.service) / 1000 / BUSY));
    return {
      shops: shops.toLocaleString('en'),
      'requests/s': rounded(peak(shop.requests)),
      'statements/s': rounded(peak(shop.statements)),
      'cores, service': rounded(peak(shop.service) / 1000),
      'cores, database': rounded(peak(shop.database) / 1000),
      'GB a year': rounded((shop.kept * 365 * shops) / GB),
      'GB of 30 days': rounded((shop.month * 30 * shops) / GB),
      'log GB a day': rounded((shop.log * shops) / GB),
      'events/s': rounded(peak(shop.events)),
      'share of the relay': `${rounded((100 * peak(shop.events)) / shop.relayed)} %`,
      'deliveries/s': rounded(peak(shop.deliveries)),
      instances,
      connections: instances * CONNECTIONS,
      'Redis counts/s': rounded(2 * peak(shop.requests)),
    };
  });
}

function rounded(value) {
  return (value >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en', { maximumFractionDigits: 8 });
}
