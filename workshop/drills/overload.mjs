import { Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, send, startLoad } from './support/load.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P4';
export const about =
  'twice what the service can do is sent: what it takes is answered in time, the rest is refused at once, and soon after it all is as before (P4)';
export const planted = 'nothing is refused (MAX_IN_FLIGHT=0)';

/**
 * P4: limits in ms for the 99th percentile, and the share of the capacity that is there again after the load. In the short form the
 * limits are loose, because other work runs beside it.
 */
const BOUNDS = {
  full: { refused: 500, accepted: 2000, healthz: 1000, again: 0.8 },
  short: { refused: 15_000, accepted: 15_000, healthz: 15_000, again: 0.1 },
};
/** P4 speaks of this many times the capacity. */
const TIMES = 2;
const LEADS = 100;
const CLIENTS = 16;
const REST_MS = 5000;

export async function run({ short, plant, databaseUrl }) {
  const bounds = BOUNDS[short ? 'short' : 'full'];
  const [measureMs, riseMs, loadMs] = short ? [500, 500, 1500] : [5000, 5000, 20_000];
  const world = await openWorld(databaseUrl);
  // The short form lowers the limit of requests in flight. It sends requests for about two seconds, at most twice as many as the
  // service can answer, and these would not fill the default limit.
  const limit = plant ? { MAX_IN_FLIGHT: '0' } : short ? { MAX_IN_FLIGHT: '10' } : {};
  const { url } = await world.startInstance({ LOG_REQUESTS: 'errors', ...limit });
  const headers = { authorization: `Bearer ${world.token}` };
  const list = { path: '/api/v1/leads?limit=100', headers };
  await fill(url, headers);
  await capacityOf(url, list, measureMs); // V8 compiles the code meanwhile
  const capacity = await capacityOf(url, list, measureMs);
  const [accepted, refused, lives] = [[], [], []];
  const broken = [];
  const lost = new Map();
  const own = monitorEventLoopDelay();
  own.enable();
  const load = startLoad({
    url,
    perSecond: (ms) => capacity * Math.min(TIMES, 1 + ((TIMES - 1) * ms) / riseMs),
    next: () => list,
    heard: ({ status, took, text }) => {
      if (status === 200) accepted.push(took);
      else if (status === 503) refused.push(took);
      else lost.set(`${status}: ${text.slice(0, 80)}`, (lost.get(`${status}: ${text.slice(0, 80)}`) ?? 0) + 1);
    },
  });
  const health = startLoad({
    url,
    perSecond: () => 20,
    next: () => ({ path: '/healthz' }),
    heard: ({ status, took }) => {
      lives.push(took);
      if (status !== 200) lost.set(`/healthz: ${status}`, (lost.get(`/healthz: ${status}`) ?? 0) + 1);
    },
  });
  await sleep(loadMs);
  const { sent } = await load.stop();
  await health.stop();
  own.disable();
  await sleep(short ? 0 : REST_MS);
  const after = await capacityOf(url, list, measureMs);
  await world.close();
  const p99 = { refused: quantile(refused, 0.99), accepted: quantile(accepted, 0.99), healthz: quantile(lives, 0.99) };
  const delay = Math.round(own.percentile(99) / 1e6); // all measured times contain the delay of this process
  for (const [what, ms] of Object.entries(p99)) {
    if (ms > bounds[what] + delay) broken.push(`${what}: ${Math.round(ms)} ms, not ${bounds[what]} + ${delay}`);
  }
  for (const [what, times] of lost) broken.push(`${times} × ${what}`);
  if (refused.length === 0) broken.push('nothing was refused');
  if (after < capacity * bounds.again) broken.push(`afterwards the capacity was ${Math.round(after)} a second`);
  const measured = {
    'capacity, a second': Math.round(capacity),
    'the same afterwards': Math.round(after),
    sent,
    accepted: accepted.length,
    refused: refused.length,
    'the drill’s own delay, p99 in ms': delay,
  };
  for (const [what, ms] of Object.entries(p99)) measured[`${what}, p99 in ms`] = Math.round(ms);
  measured['longest refusal, answer, health, in ms'] = [refused, accepted, lives]
    .map((all) => Math.round(quantile(all, 1)))
    .join(', ');
  return { measured, broken };
}

/** Makes LEADS leads. */
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
