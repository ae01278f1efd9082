// npm run bench -- memory [--calls 1000000] [--check]
// Sends tool calls of several shops to the built service: the list of tools, lists of records, and writes. After each tenth it
// prints the resident memory, the heap after a full garbage collection, and their ratio to those after the first tenth. It misses
// its limits if one of them has grown too much.
import autocannon from 'autocannon';
import { call, posted } from '../harness/load.mjs';
import { table } from '../harness/report.mjs';
import { freePort } from '../harness/servers.mjs';
import { openWorld, provision } from '../harness/world.mjs';

export const options = { calls: 1_000_000, check: false };

const TENTHS = 10;
const SHOPS = ['Northside Auto Care', 'Southside Tires', 'Harbour Garage', 'Mill Street Motors'];
const CONNECTIONS = 16;
/** the records of a list without a limit */
const PAGE = 25;
/**
 * The largest ratio to the first tenth. The resident memory goes up and down by a fifth with the load of the machine, so only
 * more than that shows a leak.
 */
const MOST_GROWTH = { heap: 1.1, rss: 1.5 };

const LIST = { method: 'tools/list', params: {} };
const tool = (name, args = {}) => ({ method: 'tools/call', params: { name, arguments: args } });
/** The calls that each connection repeats for each shop, one of them a write. */
const CALLS = [
  ...[LIST, tool('tasks.list'), tool('customers.list', { q: 'dana' }), tool('services.list'), tool('tasks.assignees')],
  ...[LIST, tool('jobs.list', { limit: 10 }), tool('comms.list_conversations'), tool('reviews.list')],
  tool('tasks.create', { title: 'Call back about the brake quote', notes: 'after lunch' }),
].map((message) => ({ jsonrpc: '2.0', id: 1, ...message }));

export async function run({ calls }) {
  const world = await openWorld(null, (url, env) => provision(url, env, SHOPS));
  const heap = await freePort();
  const { url } = await world.startInstance({
    ...{ NODE_OPTIONS: `--import=${new URL('heap-report.mjs', import.meta.url).pathname}`, HEAP_PORT: String(heap) },
  });
  for (const { token } of world.shops) await prepare({ url, token });
  const requests = CALLS.flatMap((message) => world.shops.map(({ token }) => requestOf(token, message)));
  const rows = [];
  for (let tenth = 1; tenth <= TENTHS; tenth += 1) {
    // Calls are refused (503) when the machine is so busy that an answer takes five seconds. These calls count, too.
    const sent = await autocannon({ url, connections: CONNECTIONS, amount: Math.round(calls / TENTHS), requests });
    if (sent.errors > 0) throw new Error(`${sent.errors} calls got no answer`);
    const memory = await (await fetch(`http://127.0.0.1:${heap}`)).json();
    rows.push(rowOf((calls * tenth) / TENTHS, sent, memory, rows[0]?.memory ?? memory));
    console.log(Object.values(rows.at(-1).shown).join('\t'));
  }
  console.log(`\n${table(rows.map(({ shown }) => shown))}\n`);
  const { growth } = rows.at(-1);
  return Object.entries(MOST_GROWTH)
    .filter(([what, most]) => growth[what] > most)
    .map(([what, most]) => `ABOVE THE LIMIT: ${what} is ${growth[what].toFixed(2)} of the first tenth, not ${most}`);
}

/**
 * Gives a shop customers, so that its lists are full pages. A refused tool call is answered with 200, so each is looked at once.
 */
async function prepare(api) {
  for (let nth = 1; nth <= PAGE; nth += 1)
    await posted(api, '/api/v1/customers', { name: `Dana Whitfield ${nth}`, email: `dana${nth}@example.com` });
  for (const message of CALLS) {
    const { text } = await call(api, 'POST', '/api/mcp', message, { 'content-type': 'application/json' });
    const { result } = JSON.parse(text);
    if (!result || result.isError) throw new Error(`${JSON.stringify(message)}: ${text}`);
  }
}

function requestOf(token, message) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', path: '/api/mcp', headers, body: JSON.stringify(message) };
}

function rowOf(calls, { requests, duration, non2xx: refused }, memory, first) {
  const growth = { heap: memory.heap / first.heap, rss: memory.rss / first.rss };
  const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1);
  const shown = {
    calls: calls.toLocaleString('en'),
    'calls/s': (requests.total / duration).toFixed(0),
    refused,
    'rss MB': megabytes(memory.rss),
    'of the first': growth.rss.toFixed(2),
    'heap MB': megabytes(memory.heap),
    'of the first heap': growth.heap.toFixed(2),
  };
  return { memory, growth, shown };
}
