// npm run bench -- start [--starts 9] [--check]
// Starts the built service and a bare server (node:http and pg) in turn, on one database whose tables are up to date. Prints the
// medians of what a start costs until its first answer to GET /me, and how many modules it has loaded. With --check the exit code
// is 1 if the first answer comes too late.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../bin/build.mjs';
import { timeOf } from './measure.mjs';
import { median, table } from './report.mjs';

/** the most milliseconds until the first answer, when little else runs on the machine */
const MOST_MS = 1000;

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { starts: { type: 'string', default: '9' }, check: { type: 'boolean', default: false } },
});

build();
// world.mjs imports from dist/, so it must be loaded after the build.
const { ended, ownDatabase, provision, start, SIGNING_KEYS } = await import('./world.mjs');
const { dataDir, url: DATABASE_URL, stop } = await ownDatabase();
const { shop, token } = await provision(DATABASE_URL);
const settings = { DATABASE_URL, SIGNING_KEYS, PORT: '0', STOP_PAUSE: '0', DEMO: 'off', DATA_DIR: dataDir, LOG_FORMAT: 'json' };
const servers = [
  { name: 'service', file: '../../dist/infrastructure/main.js', env: { ...process.env, ...settings } },
  { name: 'bare node:http and pg', file: './bare-start.mjs', env: { ...process.env, DATABASE_URL, SHOP: shop.id } },
].map((server) => ({ ...server, starts: [] }));

// These starts also read the files, so that they are in memory when the starts are measured.
for (const server of servers) server.modules = await modulesOf(server);
for (let nth = 0; nth < Number(options.starts); nth += 1) {
  for (const server of servers) server.starts.push(await startOnce(server));
}
await stop();
await rm(dataDir, { recursive: true, force: true });
const rows = servers.map(({ name, modules, starts }) => {
  const middle = (key) => Math.round(median(starts.map((one) => one[key])));
  return { start: name, ...modules, 'ms to the first answer': middle('ms'), 'CPU ms': middle('cpu'), 'rss MB': middle('rss') };
});
console.log(`\nmedian of ${options.starts} starts\n\n${table(rows)}\n`);
const late = rows[0]['ms to the first answer'] > MOST_MS;
if (late) console.log(`ABOVE THE LIMIT: the first answer came after more than ${MOST_MS} ms`);
process.exit(options.check && late ? 1 : 0);

/** Starts a server, waits for its first answer, and ends it. */
async function startOnce({ file, env }) {
  const began = performance.now();
  const { url, pid, child } = await start(file, env);
  const answer = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const ms = performance.now() - began;
  const cpu = timeOf(pid) / 1000;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'));
  await ended(child);
  if (answer.status !== 200) throw new Error(`GET /me: ${answer.status} ${text}`);
  return { ms, cpu, rss: Number(kilobytes) / 1024 };
}

/** Counts the modules of one start. V8's coverage lists every script that has run, ES modules and CommonJS alike. */
async function modulesOf({ file, env }) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-modules-'));
  await startOnce({ file, env: { ...env, NODE_V8_COVERAGE: folder } });
  const reports = await Promise.all((await readdir(folder)).map(async (name) => JSON.parse(await readFile(join(folder, name)))));
  await rm(folder, { recursive: true });
  const scripts = reports.flatMap(({ result }) => result.map(({ url }) => url)).filter((url) => url.startsWith('file:'));
  const packages = scripts.filter((url) => url.includes('/node_modules/')).length;
  return { 'own modules': scripts.length - packages, 'modules of packages': packages };
}
