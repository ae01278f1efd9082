import { Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTurns, posted, send, startLoad } from '../harness/load.mjs';
import { quantile, Tally } from '../harness/report.mjs';
import { openWorld } from '../harness/world.mjs';

export const promise = 'P4';
export const about =
  'twice what the service can do is sent: what it takes is answered in time, the rest is refused at once, and soon after it all is as before (P4)';
export const planted = 'nothing is refused (MAX_IN_FLIGHT=0)';

/** `bounds`: P4's limits in ms for the 99th percentile. `again`: the share of the capacity that is there again after the load. */
export const FULL = {
  ...{ measureMs: 5000, riseMs: 5000, loadMs: 20_000, restMs: 5000, env: {} },
  ...{ bounds: { refused: 500, accepted: 2000, healthz: 1000 }, again: 0.8 },
};
/**
 * Other work runs beside the short form, so its limits are loose. It lowers the limit of requests in flight: it sends requests
 * for about two seconds, at most twice as many as the service can answer, and these would not fill the default limit.
 */
export const SHORT = {
  ...{ measureMs: 500, riseMs: 500, loadMs: 1500, restMs: 0, env: { MAX_IN_FLIGHT: '10' } },
  ...{ bounds: { refused: 15_000, accepted: 15_000, healthz: 15_000 }, again: 0.1 },
};
/** P4 speaks of this many times the capacity. */
const TIMES = 2;
const LEADS = 100;
const CLIENTS = 16;
const LIST = { path: '/api/v1/leads?limit=100' };

export async function run({ form, plant, databaseUrl }) {
  const { bounds, measureMs, riseMs, loadMs, restMs, again } = form;
  const world = await openWorld(databaseUrl);
  const limit = plant ? { MAX_IN_FLIGHT: '0' } : form.env;
  const instance = await world.startInstance({ LOG_REQUESTS: 'errors', ...limit });
  await inTurns(Array(LEADS).fill('Lead'), (name) => posted(instance, '/api/v1/leads', { name }));
  await capacityOf(instance, measureMs); // V8 compiles the code meanwhile
  const capacity = await capacityOf(instance, measureMs);
  const [times, lost] = [{ refused: [], accepted: [], healthz: [] }, new Tally()];
  const own = monitorEventLoopDelay();
  own.enable();
  const load = startLoad(instance, {
    perSecond: (ms) => capacity * Math.min(TIMES, 1 + ((TIMES - 1) * ms) / riseMs),
    next: () => LIST,
    heard: ({ status, ms, text }) => {
      if (status === 200) times.accepted.push(ms);
      else if (status === 503) times.refused.push(ms);
      else lost.add(`${status}: ${text.slice(0, 80)}`);
    },
  });
  const health = startLoad(instance, {
    perSecond: () => 20,
    next: () => ({ path: '/healthz' }),
    heard: ({ status, ms }) => {
      times.healthz.push(ms);
      if (status !== 200) lost.add(`/healthz: ${status}`);
    },
  });
  await sleep(loadMs);
  const { sent } = await load.stop();
  await health.stop();
  own.disable();
  await sleep(restMs);
  const after = await capacityOf(instance, measureMs);
  const delay = Math.round(own.percentile(99) / 1e6); // all measured times contain the delay of this process
  const p99 = Object.entries(times).map(([what, all]) => [what, Math.round(quantile(all, 0.99))]);
  const longest = Object.values(times).map((all) => Math.round(quantile(all, 1)));
  return {
    measured: {
      'capacity, a second': Math.round(capacity),
      'the same afterwards': Math.round(after),
      sent,
      accepted: times.accepted.length,
      refused: times.refused.length,
      'the drill’s own delay, p99 in ms': delay,
      ...Object.fromEntries(p99.map(([what, ms]) => [`${what}, p99 in ms`, ms])),
      'longest refusal, answer, health, in ms': longest.join(', '),
    },
    broken: [
      ...p99.map(([what, ms]) => ms > bounds[what] + delay && `${what}: ${ms} ms, not ${bounds[what]} + ${delay}`),
      ...lost.lines(),
      times.refused.length === 0 && 'nothing was refused',
      after < capacity * again && `afterwards the capacity was ${Math.round(after)} a second`,
    ],
  };
}

/**
 * Returns how many requests per second the service answers, for clients that each wait for an answer before their next request.
 */
async function capacityOf(api, ms) {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  let answers = 0;
  const client = async () => {
    for (; performance.now() - began < ms; answers += 1) await send(api, agent, LIST);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return (answers * 1000) / (performance.now() - began);
}
