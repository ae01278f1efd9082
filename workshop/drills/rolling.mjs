import { openWorld } from '../harness/world.mjs';
import { LOSE_DELIVERIES } from './support/events.mjs';
import { leadRequest, openRolled } from './support/rolled.mjs';

export const promise = 'P6';
export const about =
  'two instances behind a proxy are stopped and started in turn: no request fails, and each change reaches its endpoint and the feed';
export const planted =
  'instances shut their door without a pause (STOP_PAUSE=0), and the database loses a tenth of the deliveries';

/**
 * `mostMs`, `mostRepeated`: the rules of support/event-history.mjs. In the short form other work runs beside the drill, so a
 * request may have to wait: no instance refuses it because many are in progress.
 */
export const FULL = { rolls: 20, perSecond: 300, settleMs: 60_000, mostMs: 1_000, mostRepeated: 0, allSucceed: true, env: {} };
export const SHORT = { ...FULL, rolls: 2, perSecond: 50, mostMs: 60_000, env: { MAX_IN_FLIGHT: '0' } };

export async function run({ form, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  if (plant) await world.sql.rows(LOSE_DELIVERIES);
  const env = plant ? { ...form.env, STOP_PAUSE: '0' } : form.env;
  const rolled = await openRolled(world, { ...form, env }, leadRequest);
  for (let roll = 0; roll < form.rolls; roll += 1) await rolled.replaceOne();
  const { measured, broken } = await rolled.conclude();
  return { measured: { rolls: form.rolls, ...measured }, broken };
}
