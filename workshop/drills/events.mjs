import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorld } from '../harness/world.mjs';
import { createLeads, LOSE_DELIVERIES, TO_THIS_MACHINE, watchEvents } from './support/events.mjs';
import { killIn } from './support/kill-database.mjs';

export const promise = 'P1';
export const about =
  'the service and the database are killed under writers: each committed change reaches the living endpoints and the feed';
export const planted = 'the database loses a tenth of the deliveries';
export const ownDatabase = true;

/**
 * `brokenMs`: the broken endpoint is mended after this time. `patienceMs`: a client gives up after this time; the keys of a
 * killed service are free again after a minute, for which the short form does not wait. `mostMs`, `mostRepeated`: the rules of
 * support/event-history.mjs, which are lenient in the short form, because other work runs beside it.
 */
export const FULL = {
  ...{ changes: 20_000, perSecond: 65, kills: 100, restarts: 10, betweenMs: 3_000, instances: 3 },
  ...{ brokenMs: 30_000, patienceMs: 120_000, settleMs: 600_000, mostMs: 1_000, mostRepeated: 0.005, allSucceed: true },
};
export const SHORT = {
  ...{ changes: 150, perSecond: 60, kills: 2, restarts: 1, betweenMs: 900, instances: 2 },
  ...{ brokenMs: 1_500, patienceMs: 2_000, settleMs: 30_000, mostMs: 60_000, mostRepeated: 0.3, allSucceed: false },
};
const ENDPOINTS = ['fast', 'broken', 'hanging', 'resetting', 'huge'];
const LIVING = ['fast', 'broken', 'huge'];

export async function run({ form, plant }) {
  const world = await openWorld();
  if (plant) await world.sql.rows(LOSE_DELIVERIES);
  const instances = await Promise.all(Array.from({ length: form.instances }, () => world.startInstance(TO_THIS_MACHINE)));
  const api = { url: () => instances[randomInt(instances.length)].url, token: () => world.token };
  const events = await watchEvents(world, api, ENDPOINTS, LIVING);
  setTimeout(events.mend, form.brokenMs);
  const writing = createLeads(api, form, events.note);
  await killAtRandom(world, instances, form);
  const { told, measured, broken } = await events.conclude(form, await writing);
  const { kills, restarts } = form;
  const requests = told.arrivals.length;
  return {
    measured: {
      stored: told.stored.length,
      kills,
      'restarts of the database': restarts,
      'requests to endpoints': requests,
      ...measured,
    },
    broken,
  };
}

async function killAtRandom(world, instances, { kills, restarts, betweenMs }) {
  for (let n = 1; n <= kills; n += 1) {
    await sleep(randomInt(betweenMs / 2, betweenMs));
    const which = randomInt(instances.length);
    process.kill(instances[which].pid, 'SIGKILL');
    if (n % Math.ceil(kills / restarts) === 0) await killIn(world.sql, 'postmaster');
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
