import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from './support/calls.mjs';
import { LOSE_DELIVERIES, storedLeads, untilDelivered } from './support/deliveries.mjs';
import { openEndpoints, TO_THIS_MACHINE } from './support/endpoints.mjs';
import { delayOf, judgeEvents, repeatsOf } from './support/event-history.mjs';
import { followFeed } from './support/feed-reader.mjs';
import { openHistory } from './support/history-log.mjs';
import { createLeads } from './support/keyed-writes.mjs';
import { killIn } from './support/kill-database.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P1';
export const about =
  'the service and the database are killed under writers: each committed change reaches the living endpoints and the feed';
export const planted = 'the database loses a tenth of the deliveries';

const ENDPOINTS = ['fast', 'broken', 'hanging', 'resetting', 'huge'];
const LIVING = ['fast', 'broken', 'huge'];
/**
 * `brokenMs`: the broken endpoint is mended after this time. `patienceMs`: a client gives up after this time; the keys of a killed
 * service are free again after a minute, for which the short form does not wait. `mostMs`, `mostRepeated`: the rules of
 * support/event-history.mjs, which are lenient in the short form, because other work runs beside it.
 */
const FULL = {
  ...{ changes: 20_000, perSecond: 65, kills: 100, restarts: 10, betweenMs: 3_000, instances: 3 },
  ...{ brokenMs: 30_000, patienceMs: 120_000, settleMs: 600_000, mostMs: 1_000, mostRepeated: 0.005, allSucceed: true },
};
const SHORT = {
  ...{ changes: 150, perSecond: 60, kills: 2, restarts: 1, betweenMs: 900, instances: 2 },
  ...{ brokenMs: 1_500, patienceMs: 2_000, settleMs: 30_000, mostMs: 15_000, mostRepeated: 0.3, allSucceed: false },
};

export async function run({ short, plant, databaseUrl }) {
  if (databaseUrl !== null) return { measured: {}, broken: ['it needs a database whose processes it can kill: its own'] };
  const form = short ? SHORT : FULL;
  const world = await openWorld(null);
  const sql = openSql(world.databaseUrl);
  if (plant) await sql.rows(LOSE_DELIVERIES);
  const history = await openHistory();
  const instances = await Promise.all(Array.from({ length: form.instances }, () => world.startInstance(TO_THIS_MACHINE)));
  const urlOf = () => instances[randomInt(instances.length)].url;
  const endpoints = await openEndpoints(ENDPOINTS, { url: urlOf(), token: world.token }, history.note);
  const mending = setTimeout(endpoints.mend, form.brokenMs);
  const feed = followFeed(urlOf, () => world.token, history.note);
  const writing = createLeads(urlOf, () => world.token, form, history.note);
  await killAtRandom(world, instances, form);
  const odd = await writing;
  const settled = await untilDelivered(sql, endpoints.idsOf(LIVING), form.settleMs);
  odd.push(...(await feed.stop()));
  for (const row of await storedLeads(sql)) history.note('stored', row);
  clearTimeout(mending);
  await sql.end();
  await world.close();
  endpoints.close();
  return conclude(history, form, odd, settled);
}

async function killAtRandom(world, instances, { kills, restarts, betweenMs }) {
  for (let n = 1; n <= kills; n += 1) {
    await sleep(randomInt(betweenMs / 2, betweenMs));
    const which = randomInt(instances.length);
    process.kill(instances[which].pid, 'SIGKILL');
    if (n % Math.ceil(kills / restarts) === 0) await killIn(world.databaseUrl, 'postmaster');
    instances[which] = await startAgain(world);
  }
}

/** Starts an instance, as often as it takes: the start fails while the database recovers. */
async function startAgain(world) {
  for (;;) {
    const instance = await world.startInstance(TO_THIS_MACHINE).catch(() => null);
    if (instance) return instance;
    await sleep(200);
  }
}

async function conclude(history, form, odd, settled) {
  const told = history.read('changes', 'stored', 'arrivals', 'feed');
  const rules = { ...form, living: LIVING, prompt: 'fast' };
  const broken = [...odd, ...judgeEvents(told, rules)];
  if (!settled) broken.push('some deliveries never ended');
  if (broken.length === 0) await history.remove();
  else broken.push(`the history is in ${await history.keep()}`);
  const { accepted, repeated } = repeatsOf(told);
  const measured = {
    changes: told.changes.length,
    stored: told.stored.length,
    kills: form.kills,
    'restarts of the database': form.restarts,
    'requests to endpoints': told.arrivals.length,
    'deliveries accepted': accepted,
    'of these repeated': repeated,
    '95 of 100 at the fast one after, ms': delayOf(told, rules),
  };
  return { measured, broken };
}
