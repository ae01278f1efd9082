// npm run bench -- start [--starts 9] [--check]
// Starts the built service as `npm start` does, a bare server (node:http and pg), and a command in turn, on one database whose
// tables are up to date. Prints the medians of what a start costs until its first answer to GET /me, and how many modules it has
// loaded; and what the command costs until its end. It misses its limits if the first answer or the end comes too late.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openFolder } from '../harness/ending.mjs';
import { call } from '../harness/load.mjs';
import { ended, endedChildrenTime, memoryOf, timeOf } from '../harness/processes.mjs';
import { median, table } from '../harness/report.mjs';
import { openWorld, start } from '../harness/world.mjs';

export const options = { starts: 9, check: false };

/** the most milliseconds until the first answer and until the end of the command, when little else runs on the machine */
const [MOST_START_MS, MOST_COMMAND_MS] = [1200, 800];
const [START, COMMAND] = ['start', 'shop-ops'].map((name) => fileURLToPath(new URL(`../../bin/${name}.mjs`, import.meta.url)));
const BARE = fileURLToPath(new URL('bare-start.mjs', import.meta.url));
const WORDS = ['shop', 'list'];

export async function run({ starts }) {
  const { env, shop, token } = await openWorld();
  const servers = [
    { name: 'service', file: START, starts: [] },
    { name: 'bare node:http and pg', file: BARE, starts: [] },
  ];
  const settings = { ...env, SHOP: shop.id };
  // These starts also read the files, so that they are in memory when the starts are measured.
  for (const server of servers) server.modules = await modulesOf(server, token, settings);
  await commandOnce(settings);
  const commands = [];
  for (let nth = 0; nth < starts; nth += 1) {
    for (const server of servers) server.starts.push(await startOnce(server, token, settings));
    commands.push(await commandOnce(settings));
  }
  const rows = servers.map(({ name, modules, starts: all }) => {
    const middle = middleOf(all);
    return { start: name, ...modules, 'ms to the first answer': middle('ms'), 'CPU ms': middle('cpu'), 'rss MB': middle('rss') };
  });
  const middle = middleOf(commands);
  const command = { command: WORDS.join(' '), 'ms to its end': middle('ms'), 'CPU ms': middle('cpu') };
  console.log(`\nmedian of ${starts} starts\n\n${table(rows)}\n\n${table([command])}\n`);
  const late = [];
  if (rows[0]['ms to the first answer'] > MOST_START_MS) late.push(`the first answer came after more than ${MOST_START_MS} ms`);
  if (command['ms to its end'] > MOST_COMMAND_MS) late.push(`the command ended after more than ${MOST_COMMAND_MS} ms`);
  return late.map((what) => `ABOVE THE LIMIT: ${what}`);
}

function middleOf(all) {
  return (key) => Math.round(median(all.map((one) => one[key])));
}

/** Starts a server, waits for its first answer, and ends it. */
async function startOnce({ file }, token, env) {
  const began = performance.now();
  const { url, pid, child } = await start(file, env);
  const { status, text } = await call({ url, token }, 'GET', '/api/v1/me');
  const ms = performance.now() - began;
  const [cpu, rss] = [timeOf(pid) / 1000, memoryOf(pid).now / 2 ** 20];
  await ended(child);
  if (status !== 200) throw new Error(`GET /me: ${status} ${text}`);
  return { ms, cpu, rss };
}

/** Runs the command to its end. */
async function commandOnce(env) {
  const [began, before] = [performance.now(), endedChildrenTime('self')];
  await promisify(execFile)(process.execPath, [COMMAND, ...WORDS], { env });
  return { ms: performance.now() - began, cpu: (endedChildrenTime('self') - before) / 1000 };
}

/** Counts the modules of one start. V8's coverage lists every script that has run, ES modules and CommonJS alike. */
async function modulesOf(server, token, env) {
  const folder = await openFolder();
  await startOnce(server, token, { ...env, NODE_V8_COVERAGE: folder });
  const reports = await Promise.all((await readdir(folder)).map(async (name) => JSON.parse(await readFile(join(folder, name)))));
  const scripts = reports.flatMap(({ result }) => result.map(({ url }) => url)).filter((url) => url.startsWith('file:'));
  const packages = scripts.filter((url) => url.includes('/node_modules/')).length;
  return { 'own modules': scripts.length - packages, 'modules of packages': packages };
}
