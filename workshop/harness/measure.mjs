import { spawn } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import autocannon from 'autocannon';
import { databaseTime, timeOf } from './processes.mjs';

/**
 * The number of connections. With 32, requests always wait for the server. With 16, the server and the database sleep between
 * requests, and the cost of waking them is added to the slower one of two requests that are compared: a deep page took 1.12 of
 * page one instead of 1.05, while its own code took 2 % more. With several servers as many requests are in flight as with one.
 */
const CONNECTIONS = 32;

/**
 * Sends one kind of request to all servers at the same time, and measures what it costs.
 * @param request `{ method, path, body }`. `path` and `body`, which is a value for JSON, may be functions that make each one anew.
 * `{ method, path, form }`: `form` makes each form anew, as `{ body, headers }`
 * @param length `{ amount }` of requests, or `{ duration }` in seconds
 * @returns the CPU time of servers, database and client in µs per request, the latencies in ms, the requests and the seconds
 */
export async function measure({ token, postmaster }, servers, { method = 'GET', path, body, form }, length) {
  const cpu = () => ({
    server: servers.reduce((sum, { pid }) => sum + timeOf(pid), 0),
    database: databaseTime(postmaster),
    client: timeOf(process.pid),
  });
  const made = (value) => (typeof value === 'function' ? value() : value);
  const complete = (sent) => ({ ...sent, path: made(path), ...(body && { body: JSON.stringify(made(body)) }), ...form?.() });
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const isMade = [path, body, form].some((value) => typeof value === 'function');
  const request = { ...complete({ method, headers }), ...(isMade && { setupRequest: complete }) };
  const [before, began] = [cpu(), performance.now()];
  const results = await Promise.all(
    servers.map(({ url }) => autocannon({ url, connections: CONNECTIONS / servers.length, requests: [request], ...length })),
  );
  const [after, seconds] = [cpu(), (performance.now() - began) / 1000];
  const sum = (numberOf) => results.reduce((total, result) => total + numberOf(result), 0);
  const failed = sum(({ non2xx, errors }) => non2xx + errors);
  if (failed > 0) throw new Error(`${method} ${request.path}: ${failed} requests were refused or failed`);
  const answers = sum(({ requests }) => requests.total);
  const costs = Object.keys(before).map((side) => [side, (after[side] - before[side]) / answers]);
  const [{ latency }] = results;
  return { ...Object.fromEntries(costs), answers, seconds, p50: latency.p50, p99: latency.p99 };
}

/**
 * Keeps every processor busy with endless loops of the lowest priority, which give way to all other work. Without them a
 * comparison of two servers is unfair: the client of the slower server sleeps while it waits, and the cost of waking it counts
 * against that server. The client of the faster server never sleeps. With the same code on both sides, GET /me was measured at
 * 0.53 of the baseline without the loops, and at 0.61 to 0.64 with them.
 */
export function keepAwake() {
  for (let n = 0; n < availableParallelism(); n += 1) {
    const { pid } = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    setPriority(pid, constants.priority.PRIORITY_LOW);
  }
}
