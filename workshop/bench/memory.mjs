// npm run bench -- memory [--calls 1000000] [--check]
// Sends tool calls of several shops to the built service: the list of tools, lists of records, and writes. After each tenth it
// prints the resident memory, the heap after a full garbage collection, and their ratio to those after the first tenth. With
// --check the exit code is 1 if one of them has grown too much.
import { request } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rm } from 'node:fs/promises';
import autocannon from 'autocannon';
import { build } from '../../bin/build.mjs';
import { table } from './report.mjs';

const TENTHS = 10;
const SHOPS = ['Northside Auto Care', 'Southside Tires', 'Harbour Garage', 'Mill Street Motors'];
const CONNECTIONS = 16;
/** the records of a list without a limit */
const PAGE = 25;
/**
 * The largest ratio to the first tenth. The resident memory goes up and down by a fifth with the load of the machine, so only more
 * than that shows a leak.
 */
const MOST_GROWTH = { heap: 1.1, rss: 1.5 };

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { calls: { type: 'string', default: '1000000' }, check: { type: 'boolean', default: false } },
});

build();
// world.mjs imports from dist/, so it must be loaded after the build.
const { ended, ownDatabase, provisionShops, start, SIGNING_KEYS } = await import('./world.mjs');
const { dataDir, url: databaseUrl, stop } = await ownDatabase();
const shops = await provisionShops(databaseUrl, SHOPS);
const socketPath = join(dataDir, 'heap.sock');
const service = await start('../../dist/infrastructure/main.js', {
  ...process.env,
  ...{
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SIGNING_KEYS,
    PORT: '0',
    STOP_PAUSE: '0',
    DEMO: 'off',
    VIN_DECODER_URL: 'off',
  },
  ...{ RATE_LIMIT: '0', READ_BUDGET: '0', WRITE_BUDGET: '0', LOG_FORMAT: 'json' },
  ...{ NODE_OPTIONS: `--import=${new URL('heap-report.mjs', import.meta.url).pathname}`, HEAP_SOCKET: socketPath },
});
for (const shop of shops) await fill(shop);
for (const message of messages()) await check(message);
const rows = [];
for (let tenth = 1; tenth <= TENTHS; tenth += 1) {
  const sent = await send(Math.round(Number(options.calls) / TENTHS));
  note((Number(options.calls) * tenth) / TENTHS, sent, await memoryOf());
}
await ended(service.child);
await stop();
await rm(dataDir, { recursive: true, force: true });
console.log(`\n${table(rows.map((row) => row.shown))}\n`);
process.exit(judge());

/** The calls that each connection repeats: ten of each shop, one of them a write. */
function messages() {
  const list = { method: 'tools/list', params: {} };
  const tool = (name, args = {}) => ({ method: 'tools/call', params: { name, arguments: args } });
  const calls = [
    ...[list, tool('tasks.list'), tool('customers.list', { q: 'dana' }), tool('services.list'), tool('tasks.assignees')],
    ...[list, tool('jobs.list', { limit: 10 }), tool('comms.list_conversations'), tool('reviews.list')],
    tool('tasks.create', { title: 'Call back about the brake quote', notes: 'after lunch' }),
  ];
  return calls.flatMap((call) =>
    shops.map(({ token }) => ({
      method: 'POST',
      path: '/api/mcp',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    })),
  );
}

/** Gives a shop customers, so that its lists are full pages. */
async function fill({ token }) {
  for (let nth = 1; nth <= PAGE; nth += 1) {
    const customer = { name: `Dana Whitfield ${nth}`, email: `dana${nth}@example.com` };
    const { status } = await fetch(`${service.url}/api/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(customer),
    });
    if (status !== 201) throw new Error(`POST /customers: ${status}`);
  }
}

/** A refused tool call is answered with 200, so each message is looked at once before it is only counted. */
async function check({ path, ...message }) {
  const text = await (await fetch(service.url + path, message)).text();
  const { result } = JSON.parse(text);
  if (!result || result.isError) throw new Error(`${message.body}: ${text}`);
}

/** Calls are refused (503) when the machine is so busy that an answer takes five seconds. These calls count, too. */
async function send(amount) {
  const { requests, duration, non2xx, errors } = await autocannon({
    url: service.url,
    connections: CONNECTIONS,
    amount,
    requests: messages(),
  });
  if (errors > 0) throw new Error(`${errors} calls got no answer`);
  return { rate: requests.total / duration, refused: non2xx };
}

/** The service's memory in bytes: `rss`, and `heap` after a collection. */
function memoryOf() {
  return new Promise((resolve, reject) => {
    request({ socketPath }, (answer) => {
      let text = '';
      answer.on('data', (piece) => (text += piece)).on('end', () => resolve(JSON.parse(text)));
    })
      .on('error', reject)
      .end();
  });
}

function note(calls, { rate, refused }, memory) {
  const first = rows[0]?.memory ?? memory;
  const growth = { heap: memory.heap / first.heap, rss: memory.rss / first.rss };
  const shown = {
    calls: calls.toLocaleString('en'),
    'calls/s': rate.toFixed(0),
    refused,
    'rss MB': megabytes(memory.rss),
    'of the first': growth.rss.toFixed(2),
    'heap MB': megabytes(memory.heap),
    'of the first heap': growth.heap.toFixed(2),
  };
  rows.push({ memory, growth, shown });
  console.log(Object.values(shown).join('\t'));
}

function megabytes(bytes) {
  return (bytes / 2 ** 20).toFixed(1);
}

function judge() {
  const { growth } = rows.at(-1);
  const failed = Object.entries(MOST_GROWTH).filter(([what, most]) => growth[what] > most);
  for (const [what, most] of failed)
    console.log(`ABOVE THE LIMIT: ${what} is ${growth[what].toFixed(2)} of the first tenth, not ${most}`);
  return options.check && failed.length > 0 ? 1 : 0;
}
