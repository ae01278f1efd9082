import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mintKeys } from '../bench/world.mjs';
import { openSql } from './support/calls.mjs';
import { storedLeads, untilDelivered } from './support/deliveries.mjs';
import { openEndpoints, TO_THIS_MACHINE } from './support/endpoints.mjs';
import { delayOf, judgeEvents, repeatsOf } from './support/event-history.mjs';
import { followFeed } from './support/feed-reader.mjs';
import { openHistory } from './support/history-log.mjs';
import { createLeads } from './support/keyed-writes.mjs';
import { judgeLimits, windowsOf } from './support/limit-windows.mjs';
import { startLoad } from './support/load.mjs';
import { openProxy } from './support/proxy.mjs';
import { openRedis } from './support/redis.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P1';
export const about =
  'web instances and workers that share limits in Redis are killed, and Redis once, too: no write is lost, limits hold, events come once';
export const planted = 'the instances share no Redis, so each of them has a limit of its own';

const ENDPOINT = 'fast';
/**
 * `changes` at `writesPerSecond` decide how long the drill takes. `limit`: the requests of a key in a window. `steady`: the number of
 * keys that share the load and stay below the limit. `againMs`: a killed instance blocks an idempotency key for a minute, and its
 * client must not use up its limit meanwhile. `awayMs`: see `restartRedis`. `greedy`: the number of keys that ask for more. `mostFailed`: the largest
 * share of reads without an answer, because a killed instance takes its requests with it. `mostMs`, `mostRepeated`: the rules of
 * support/event-history.mjs. In the short form other work runs beside the drill, so Redis may answer too late, and an instance then
 * counts in its own memory.
 */
const FULL = {
  ...{ changes: 7200, writesPerSecond: 60, readsPerSecond: 208, killEveryMs: 10_000, awayMs: 2_000 },
  ...{ limit: 120, steady: 300, greedy: 4, greedyPerSecond: 8, mostOver: 0.05, mostUnder: 0.05, mostFailed: 0.01 },
  ...{
    web: 4,
    workers: 2,
    patienceMs: 90_000,
    againMs: 3_000,
    settleMs: 60_000,
    mostMs: 1_000,
    mostRepeated: 0.005,
    allSucceed: true,
  },
};
const SHORT = {
  ...FULL,
  ...{ changes: 160, writesPerSecond: 10, readsPerSecond: 20, killEveryMs: 6_000, limit: 40, steady: 60 },
  ...{
    web: 2,
    workers: 2,
    patienceMs: 5_000,
    mostFailed: 0.1,
    mostOver: 0.5,
    mostMs: 15_000,
    mostRepeated: 0.3,
    allSucceed: false,
  },
};

export async function run({ short, plant, databaseUrl }) {
  const form = short ? SHORT : FULL;
  const world = await openWorld(databaseUrl);
  const redis = await openRedis();
  const env = {
    ...TO_THIS_MACHINE,
    RATE_LIMIT: String(form.limit),
    MAX_IN_FLIGHT: '0',
    ...(plant ? {} : { REDIS_URL: redis.url }),
  };
  const keys = await mintKeys(world.databaseUrl, world.shop.id, form.steady + form.greedy);
  const greedy = keys.splice(0, form.greedy);
  const history = await openHistory();
  const proxy = await openProxy();
  const instances = await Promise.all([
    ...Array.from({ length: form.web }, () => startInstance(world, proxy, { ...env, ROLE: 'web' })),
    ...Array.from({ length: form.workers }, () => startInstance(world, proxy, { ...env, ROLE: 'worker', METRICS_PORT: '0' })),
  ]);
  const endpoints = await openEndpoints([ENDPOINT], { url: proxy.url, token: keys[0] }, history.note);
  let turn = 0;
  const nextKey = () => keys[(turn += 1) % keys.length];
  const feed = followFeed(() => proxy.url, nextKey, history.note);
  const reads = startReads(proxy.url, nextKey, form);
  const asked = startGreedy(proxy.url, greedy, form, history.note);
  const over = new AbortController();
  const kills = killInTurn(world, proxy, instances, form, over.signal);
  const restarted = restartRedis(redis, form, over.signal);
  const keyOf = (nth) => keys[nth % keys.length];
  const odd = await createLeads(() => proxy.url, keyOf, { ...form, perSecond: form.writesPerSecond }, history.note);
  over.abort();
  const killed = await kills;
  await asked.stop();
  const outages = await restarted;
  const readings = await reads.stop();
  odd.push(...readings.odd);
  const sql = openSql(world.databaseUrl);
  const settled = await untilDelivered(sql, endpoints.idsOf([ENDPOINT]), form.settleMs);
  odd.push(...(await feed.stop()));
  for (const row of await storedLeads(sql)) history.note('stored', row);
  await sql.end();
  proxy.close();
  await world.close();
  await redis.close();
  endpoints.close();
  return conclude(history, form, { odd, settled, killed, failedReads: readings.failed, outages });
}

async function startInstance(world, proxy, env) {
  const instance = await world.startInstance(env);
  if (env.ROLE === 'web') await proxy.add(instance.url);
  return { ...instance, env };
}

/** Kills one instance after the other, at random, and starts another one of the same role in its place. */
async function killInTurn(world, proxy, instances, { killEveryMs }, signal) {
  const killed = { web: 0, worker: 0 };
  while (!signal.aborted) {
    await sleep(killEveryMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
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
async function restartRedis(redis, { changes, writesPerSecond, killEveryMs, awayMs }, signal) {
  const kills = Math.floor(((changes / writesPerSecond) * 1000) / killEveryMs);
  await sleep((Math.round(kills / 2) + 0.5) * killEveryMs, undefined, { signal }).catch(() => undefined);
  if (signal.aborted) return [];
  const from = Date.now();
  await redis.restart();
  return [{ from, to: Date.now() + awayMs }];
}

/** Reads with many keys, each of which stays below its limit. */
function startReads(url, nextKey, { readsPerSecond, mostFailed }) {
  const failed = new Map();
  const load = startLoad({
    url,
    perSecond: () => readsPerSecond,
    next: () => ({ path: '/api/v1/leads?limit=5', headers: { authorization: `Bearer ${nextKey()}` } }),
    heard: ({ status, text }) => {
      if (status !== 200) failed.set(`${status}: ${text.slice(0, 80)}`, (failed.get(`${status}: ${text.slice(0, 80)}`) ?? 0) + 1);
    },
  });
  return {
    /** Returns the answers that a reader should never get, whether too many reads failed, and why they failed. */
    stop: async () => {
      const { sent } = await load.stop();
      const lost = [...failed].filter(([what]) => /^(0|502|503):/.test(what)).reduce((sum, [, times]) => sum + times, 0);
      const odd = [...failed].filter(([what]) => !/^(0|502|503):/.test(what)).map(([what, times]) => `${times} × ${what}`);
      if (lost > sent * mostFailed) odd.push(`${lost} of ${sent} reads failed`);
      return { odd, failed: [...failed].map(([what, times]) => `${times} × ${what}`).join('; ') };
    },
  };
}

/** Reads with a few keys, each of which asks for more than its limit. Notes every answer. */
function startGreedy(url, keys, { greedyPerSecond }, note) {
  let turn = 0;
  return startLoad({
    url,
    perSecond: () => greedyPerSecond * keys.length,
    next: () => {
      turn += 1;
      const key = turn % keys.length;
      return { key, path: '/api/v1/me', headers: { authorization: `Bearer ${keys[key]}` } };
    },
    heard: ({ sent, status }) => note('asked', { key: sent.key, at: Date.now(), status }),
  });
}

async function conclude(history, form, { odd, settled, killed, failedReads, outages }) {
  const told = history.read('changes', 'stored', 'arrivals', 'feed', 'asked');
  const rules = { ...form, living: [ENDPOINT], prompt: ENDPOINT };
  const broken = [...odd, ...judgeEvents(told, rules), ...judgeLimits(told.asked, { ...form, outages })];
  if (!settled) broken.push('some deliveries never ended');
  if (broken.length === 0) await history.remove();
  else broken.push(`the history is in ${await history.keep()}`);
  const { accepted, repeated } = repeatsOf(told);
  const served = windowsOf(
    told.asked.filter(({ key }) => key === 0),
    outages,
  ).map(({ allowed }) => allowed);
  const measured = {
    changes: told.changes.length,
    stored: told.stored.length,
    'web instances killed': killed.web,
    'workers killed': killed.worker,
    'restarts of Redis': outages.length,
    [`served to a greedy key in windows of ${form.limit}`]: served.join(', '),
    'failed reads': failedReads,
    'deliveries accepted': accepted,
    'of these repeated': repeated,
    '95 of 100 at the endpoint after, ms': delayOf(told, rules),
  };
  return { measured, broken };
}
