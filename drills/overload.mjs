import { Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, send, startLoad } from './support/load.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P4';
export const about =
  'three times what the service can do is sent: what it takes is answered in time, the rest is refused at once';
export const planted = 'nothing is refused (MAX_IN_FLIGHT=0)';

/** Limits in ms for the 99th percentile. In the short form they are high, because other work runs beside it. */
const BOUNDS = {
  full: { refused: 50, accepted: 1000, healthz: 250, after: 1000 },
  short: { refused: 15_000, accepted: 15_000, healthz: 15_000, after: 15_000 },
};
const LEADS = 100;
const CLIENTS = 16;

export async function run({ short, plant, databaseUrl }) {
  const bounds = BOUNDS[short ? 'short' : 'full'];
  const world = await openWorld(databaseUrl);
  // The short form lowers the limit of requests in flight. It sends requests for about two seconds, at most three times as many
  // as the service can answer, and these would not fill the default limit.
  const limit = plant ? { MAX_IN_FLIGHT: '0' } : short ? { MAX_IN_FLIGHT: '20' } : {};
  const { url } = await world.startInstance({ LOG_REQUESTS: 'errors', ...limit });
  const headers = { authorization: `Bearer ${world.token}` };
  const list = { path: '/api/v1/leads?limit=100', headers };
  await fill(url, headers);
  const capacity = await capacityOf(url, list, short ? 500 : 5000);
  // The load rises slowly, because a server accepts new connections one by one. If all clients came at once, the drill would only
  // measure how fast it accepts them.
  const rise = short ? 500 : 5000;
  const [accepted, refused, lives] = [[], [], []];
  const broken = [];
  const own = monitorEventLoopDelay();
  own.enable();
  const load = startLoad({
    url,
    perSecond: (ms) => capacity * Math.min(3, 1 + (2 * ms) / rise),
    next: () => list,
    heard: ({ status, took, text }) => {
      if (status === 200) accepted.push(took);
      else if (status === 503) refused.push(took);
      else broken.push(`${status}: ${text.slice(0, 80)}`);
    },
  });
  const health = startLoad({
    url,
    perSecond: () => 20,
    next: () => ({ path: '/healthz' }),
    heard: ({ status, took }) => {
      lives.push(took);
      if (status !== 200) broken.push(`/healthz: ${status}`);
    },
  });
  await sleep(short ? 1500 : 20_000);
  const { sent } = await load.stop();
  await health.stop();
  own.disable();
  const after = await send(url, new Agent(), list);
  await world.close();
  const p99 = {
    refused: quantile(refused, 0.99),
    accepted: quantile(accepted, 0.99),
    healthz: quantile(lives, 0.99),
    after: after.took,
  };
  const delay = Math.round(own.percentile(99) / 1e6); // all measured times contain the delay of this process
  for (const [what, ms] of Object.entries(p99)) {
    if (ms > bounds[what] + delay) broken.push(`${what}: ${Math.round(ms)} ms, not ${bounds[what]} + ${delay}`);
  }
  if (refused.length === 0) broken.push('nothing was refused');
  if (after.status !== 200) broken.push(`afterwards: ${after.status}`);
  const measured = {
    'capacity, a second': Math.round(capacity),
    sent,
    accepted: accepted.length,
    refused: refused.length,
    'the drill’s own delay, p99 in ms': delay,
  };
  for (const [what, ms] of Object.entries(p99)) measured[`${what}, p99 in ms`] = Math.round(ms);
  return { measured, broken };
}

async function fill(url, headers) {
  const agent = new Agent({ keepAlive: true });
  let left = LEADS;
  await together(async () => {
    for (; left > 0; left -= 1) {
      const body = JSON.stringify({ name: `Lead ${left}` });
      await send(url, agent, {
        method: 'POST',
        path: '/api/v1/leads',
        headers: { ...headers, 'content-length': String(body.length) },
        body,
      });
    }
  });
  agent.destroy();
}

/**
 * Returns how many requests per second the service answers, for clients that each wait for an answer before their next request.
 */
async function capacityOf(url, request, ms) {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  let answers = 0;
  await together(async () => {
    for (; performance.now() - began < ms; answers += 1) await send(url, agent, request);
  });
  agent.destroy();
  return (answers * 1000) / (performance.now() - began);
}

function together(work) {
  return Promise.all(Array.from({ length: CLIENTS }, work));
}
