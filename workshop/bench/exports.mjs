// npm run bench -- exports [--rows 1000000] [--check]
// Reads GET /exports/leads of a shop with many leads, plain and compressed, from the built service. Prints rows/s, their ratio to a COPY
// of the same rows as JSON, and how much more memory the service has meanwhile. It misses its limit if that is too much.
import { request } from 'node:http';
import { once } from 'node:events';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { memoryOf } from '../harness/processes.mjs';
import { table } from '../harness/report.mjs';
import { openWorld } from '../harness/world.mjs';
import { seed } from './seed.mjs';

export const options = { rows: 1_000_000, check: false };

const MOST_MEGABYTES = 150;
const SAMPLE_EVERY_MS = 20;

export async function run({ rows }) {
  const world = await openWorld();
  await seed(world, rows);
  const service = await world.startInstance();
  await exported(service, {}, 'services');
  const before = memoryOf(service.pid).now;
  const copied = await copyAsJson(world);
  const ways = [
    ['plain', await exported(service, {})],
    ['gzip', await exported(service, { 'accept-encoding': 'gzip' })],
  ];
  const row = ([way, { seconds, bytes, peak }]) => ({
    way,
    seconds: seconds.toFixed(1),
    'rows/s': Math.round(rows / seconds),
    'MB sent': (bytes / 1e6).toFixed(0),
    'to COPY as JSON': (copied / seconds).toFixed(2),
    'more memory, MB': megabytes(peak - before),
  });
  console.log(`\n${rows.toLocaleString('en')} leads\n\n${table(ways.map(row))}\n`);
  return ways
    .filter(([, { peak }]) => peak - before > MOST_MEGABYTES * 2 ** 20)
    .map(([way, { peak }]) => `ABOVE THE LIMIT: ${way}: ${megabytes(peak - before)} MB more, not ${MOST_MEGABYTES}`);
}

/** Reads an export to its end. Returns the seconds, the bytes, and the most memory that the service had meanwhile. */
async function exported({ url, pid, token }, headers, kind = 'leads') {
  const begun = performance.now();
  let [bytes, peak] = [0, 0];
  const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(pid).now)), SAMPLE_EVERY_MS);
  const asked = request(`${url}/api/v1/exports/${kind}`, { headers: { authorization: `Bearer ${token}`, ...headers } }).end();
  const [answer] = await once(asked, 'response');
  for await (const piece of answer) bytes += piece.length;
  clearInterval(sampling);
  if (answer.statusCode !== 200) throw new Error(`the export was answered ${answer.statusCode}`);
  return { seconds: (performance.now() - begun) / 1000, bytes, peak };
}

/** Returns the seconds in which PostgreSQL alone gives the same rows as JSON. */
async function copyAsJson({ databaseUrl }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const begun = performance.now();
  const rows = `select row_to_json(r) from (select id, first_name, last_name, email, phone, source, status, assigned_to, next_followup_at,
    created_at, updated_at, external_id, metadata from leads order by id) r`;
  for await (const _ of client.query(copyTo(`copy (${rows}) to stdout`)));
  await client.end();
  return (performance.now() - begun) / 1000;
}

function megabytes(bytes) {
  return (bytes / 2 ** 20).toFixed(0);
}
