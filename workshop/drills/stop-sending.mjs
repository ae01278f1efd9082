import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../harness/servers.mjs';
import { openWorld } from '../harness/world.mjs';
import { contactNumbers, createCustomers, openTexting, scheduleTexts } from './support/texting.mjs';
import { startProvider } from './support/twilio.mjs';

export const promise = 'P6';
export const about = 'a worker is stopped by SIGTERM while its provider answers slowly: it ends in 10 s and knows of each text';
export const planted = 'the provider answers more slowly than the service waits';

export const FULL = { texts: 2_000, rounds: 10 };
export const SHORT = { texts: 150, rounds: 1 };
/** The provider's time for an answer. The service waits for 4 s. */
const ANSWER_MS = { kept: 2_500, planted: 8_000 };
const MOST_MS = 10_000;

export async function run({ form: { texts, rounds }, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  await openTexting(world, world.shop);
  const { taken, env: provider } = await startProvider(plant ? ANSWER_MS.planted : ANSWER_MS.kept);
  const env = { ...provider, LOG_REQUESTS: 'errors' };
  const web = await world.startInstance({ ...env, WORKER: 'off' });
  const customers = await createCustomers(web, contactNumbers(texts));
  const due = await scheduleTexts(web, customers, 3_000 + texts * 8);
  const stops = [];
  for (let round = 0; round < rounds; round += 1) {
    const worker = await world.startInstance(env);
    const before = taken.length;
    await sleep(due - Date.now());
    await until(() => taken.length >= before + 20, Infinity, 20);
    const began = performance.now();
    await worker.stop();
    stops.push(Math.round(performance.now() - began));
  }
  const statuses = await world.sql.rows('select status, count(*)::int as n from messages group by 1');
  const { sending = 0, unconfirmed = 0, ...settled } = Object.fromEntries(statuses.map(({ status, n }) => [status, n]));
  const doubled = taken.length - new Set(taken.map(({ to }) => to)).size;
  const longest = Math.max(...stops);
  return {
    measured: { texts, stops: stops.length, 'longest stop in ms': longest, ...settled },
    broken: [
      longest > MOST_MS && `a stop took ${longest} ms`,
      sending + unconfirmed > 0 && `${sending} texts are left as being sent, ${unconfirmed} as unconfirmed`,
      doubled > 0 && `${doubled} texts were handed over twice`,
    ],
  };
}
