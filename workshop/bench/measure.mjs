import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/**
 * The number of connections. With 32, requests always wait for the server. With 16, the server and the database sleep between
 * requests, and the cost of waking them is added to the slower one of two requests that are compared: a deep page took 1.12 of
 * page one instead of 1.05, while its own code took 2 % more.
 */
const CONNECTIONS = 32;
/** The unit of the CPU time of ended processes in µs. Linux counts it in hundredths of a second. */
const TICK_US = 10_000;

/**
 * Measures one round. The results are the CPU time of the server and of the database in µs per request, the latencies in ms, and
 * the requests per second.
 */
export async function measure(world, server, { method = 'GET', path, body, headers = {} }, amount) {
  const before = cpu(world, server);
  const made = (sent) => ({ ...sent, body: body(), path: typeof path === 'string' ? path : path() });
  const request = {
    method,
    headers: { authorization: `Bearer ${world.token}`, ...headers },
    ...(body ? { setupRequest: made } : { path }),
  };
  const result = await autocannon({ url: server.url, connections: CONNECTIONS, amount, requests: [request] });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${path}: ${result.non2xx} refused, ${result.errors} failed`);
  const after = cpu(world, server);
  return {
    rate: amount / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    server: (after.server - before.server) / amount,
    database: (after.database - before.database) / amount,
  };
}

function cpu({ postmaster }, { pid }) {
  return { server: timeOf(pid), database: databaseTime(postmaster) };
}

/** Returns the CPU time of a database in µs, with that of backends that have ended, because a pool closes idle connections. */
export function databaseTime(postmaster) {
  return children(postmaster).reduce((sum, child) => sum + timeOf(child), endedChildren(postmaster));
}

/**
 * Returns the CPU time of a process in µs, which the scheduler counts in nanoseconds. The ticks in `stat` are too coarse, because
 * a round takes only some tens of ticks.
 */
export function timeOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return (
      threads.reduce(
        (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
        0,
      ) / 1000
    );
  } catch {
    return 0; // the backend ended after it was listed
  }
}

function endedChildren(parent) {
  const fields = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_US;
}

function children(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(parent);
      } catch {
        return false; // the process ended after it was listed
      }
    });
}
