import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad } from '../harness/load.mjs';
import { openRedis } from '../harness/redis.mjs';
import { Tally } from '../harness/report.mjs';
import { mintKeys, openWorld } from '../harness/world.mjs';
import { createLeads, TO_THIS_MACHINE, watchEvents } from './support/events.mjs';
import { judgeLimits, windowsOf } from './support/limit-windows.mjs';
import { openProxy } from './support/proxy.mjs';

export const promise = 'P1';
export const about =
  'web instances and workers that share limits in Redis are killed, and Redis once, too: no write is lost, limits hold, events come once';
export const planted = 'the instances share no Redis, so each of them has a limit of its own';

/**
 * `changes` at `perSecond` decide how long the drill takes. `limit`: the requests of a key in a window. `steady`: the number of
 * keys that share the load and stay below the limit. `againMs`: a killed instance blocks an idempotency key for a minute, and its
 * client must not use up its limit meanwhile. `awayMs`: see `restartRedis`. `greedy`: the number of keys that ask for more.
 * `mostFailed`: the largest share of reads without an answer, because a killed instance takes its requests with it. `mostMs`,
 * `mostRepeated`: the rules of support/event-history.mjs. In the short form other work runs beside the drill, so Redis may answer
 * too late, and an instance then counts in its own memory.
 */
export const FULL = {
  ...{ changes: 7200, perSecond: 60, readsPerSecond: 208, killEveryMs: 10_000, awayMs: 2_000 },
  ...{ limit: 120, steady: 300, greedy: 4, greedyPerSecond: 8, mostOver: 0.05, mostUnder: 0.05, mostFailed: 0.01 },
  ...{ web: 4, workers: 2, patienceMs: 90_000, againMs: 3_000, settleMs: 60_000 },
  ...{ mostMs: 1_000, mostRepeated: 0.005, allSucceed: true },
};
export const SHORT = {
  ...FULL,
  ...{ changes: 160, perSecond: 10, readsPerSecond: 20, killEveryMs: 6_000, limit: 40, steady: 60, web: 2 },
  ...{ patienceMs: 5_000, mostFailed: 0.1, mostOver: 0.5, mostMs: 60_000, mostRepeated: 0.3, allSucceed: false },
};

export async function run({ form, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  const redis = await openRedis();
  const shared = plant ? {} : { REDIS_URL: redis.url };
  const env = { ...TO_THIS_MACHINE, RATE_LIMIT: String(form.limit), MAX_IN_FLIGHT: '0', ...shared };
  const keys = await mintKeys(world.databaseUrl, world.shop.id, form.steady + form.greedy);
  const greedy = keys.splice(0, form.greedy);
  const proxy = await openProxy();
  const [web, worker] = [{ ROLE: 'web' }, { ROLE: 'worker', METRICS_PORT: '0' }];
  const roles = [...Array(form.web).fill(web), ...Array(form.workers).fill(worker)];
  const instances = await Promise.all(roles.map((role) => startInstance(world, proxy, { ...env, ...role })));
  let turn = 0;
  const api = { url: () => proxy.url, token: () => keys[(turn += 1) % keys.length] };
  const events = await watchEvents(world, api);
  const reads = startReads(api, form);
  const asked = startGreedy(api, greedy, form, events.note);
  const over = new AbortController();
  const kills = killInTurn(world, proxy, instances, form, over.signal);
  const restarted = restartRedis(redis, form, over.signal);
  const odd = await createLeads(api, form, events.note);
  over.abort();
  const killed = await kills;
  await asked.stop();
  const outages = await restarted;
  const readings = await reads.stop();
  const limitsOf = ({ asked: answers }) => judgeLimits(answers, { ...form, outages });
  const { told, measured, broken } = await events.conclude(form, [...odd, ...readings.odd], limitsOf);
  proxy.close();
  const ofOne = told.asked.filter(({ key }) => key === 0);
  return {
    measured: {
      stored: told.stored.length,
      'web instances killed': killed.web,
      'workers killed': killed.worker,
      'restarts of Redis': outages.length,
      [`served to a greedy key in windows of ${form.limit}`]: windowsOf(ofOne, outages)
        .map(({ allowed }) => allowed)
        .join(', '),
      'failed reads': readings.failed,
      ...measured,
    },
    broken,
  };
}

async function startInstance(world, proxy, env) {
  const instance = await world.startInstance(env);
  if (env.ROLE === 'web') await proxy.add(instance.url);
  return { ...instance, env };
}

/** Kills one instance after the other, at random, and starts another one of the same role in its place. */
async function killInTurn(world, proxy, instances, { killEveryMs }, signal) {
  const killed = { web: 0, worker: 0 };
  while (await passed(killEveryMs, signal)) {
    const nth = randomInt(instances.length);
    const { pid, url, env } = instances[nth];
    process.kill(pid, 'SIGKILL');
    killed[env.ROLE] += 1;
    instances[nth] = await startInstance(world, proxy, env);
    proxy.remove(url);
  }
  return killed;
}

/**
 * Restarts Redis once, between two kills in the middle of the drill. It comes back empty.
 * @returns the outage, in a list; an instance looks for Redis twice a second, so it ends `awayMs` after the restart
 */
async function restartRedis(redis, { changes, perSecond, killEveryMs, awayMs }, signal) {
  const kills = Math.floor(((changes / perSecond) * 1000) / killEveryMs);
  if (!(await passed((Math.round(kills / 2) + 0.5) * killEveryMs, signal))) return [];
  const from = Date.now();
  await redis.restart();
  return [{ from, to: Date.now() + awayMs }];
}

/** True after this time; false: the signal came before. */
function passed(ms, signal) {
  return sleep(ms, true, { signal }).catch(() => false);
}

/** Reads with many keys, each of which stays below its limit. */
function startReads(api, { readsPerSecond, mostFailed }) {
  const [lost, odd] = [new Tally(), new Tally()];
  const load = startLoad(
    { url: api.url() },
    {
      perSecond: () => readsPerSecond,
      next: () => ({ path: '/api/v1/leads?limit=5', token: api.token() }),
      heard: ({ status, text }) => {
        const what = `${status}: ${text.slice(0, 80)}`;
        if ([0, 502, 503].includes(status)) lost.add(what);
        else if (status !== 200) odd.add(what);
      },
    },
  );
  return {
    /** Returns the answers that a reader should never get, whether too many reads failed, and why they failed. */
    stop: async () => {
      const { sent } = await load.stop();
      const failed = [...lost.times.values()].reduce((sum, times) => sum + times, 0);
      const tooMany = failed > sent * mostFailed && `${failed} of ${sent} reads failed`;
      return { odd: [...odd.lines(), tooMany], failed: [...odd.lines(), ...lost.lines()].join('; ') };
    },
  };
}

/** Reads with a few keys, each of which asks for more than its limit. Notes every answer. */
function startGreedy(api, keys, { greedyPerSecond }, note) {
  return startLoad(
    { url: api.url() },
    {
      perSecond: () => greedyPerSecond * keys.length,
      next: (number) => ({ key: number % keys.length, path: '/api/v1/me', token: keys[number % keys.length] }),
      heard: ({ sent, status }) => note('asked', { key: sent.key, at: Date.now(), status }),
    },
  );
}
