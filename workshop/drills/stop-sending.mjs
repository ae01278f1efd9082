import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from './support/calls.mjs';
import { contactNumber, createCustomers, openTexting, scheduleTexts } from './support/texting.mjs';
import { startProvider } from './support/twilio.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P6';
export const about = 'a worker is stopped by SIGTERM while its provider answers slowly: it ends in 10 s and knows of each text';
export const planted = 'the provider answers more slowly than the service waits';

/** The provider's time for an answer. The service waits for 4 s. */
const ANSWER_MS = { kept: 2_500, planted: 8_000 };
const MOST_MS = 10_000;

export async function run({ short, plant, databaseUrl }) {
  const [texts, rounds] = short ? [150, 1] : [2_000, 10];
  const world = await openWorld(databaseUrl);
  const sql = openSql(world.databaseUrl);
  await openTexting(sql, world.shop.id);
  const provider = await startProvider(plant ? ANSWER_MS.planted : ANSWER_MS.kept);
  const env = { ...provider.env, LOG_REQUESTS: 'errors' };
  const web = await world.startInstance({ ...env, WORKER: 'off' });
  const customers = await createCustomers(
    { url: web.url, token: world.token },
    Array.from({ length: texts }, (_, n) => contactNumber(n)),
  );
  const due = await scheduleTexts({ url: web.url, token: world.token }, customers, 3_000 + texts * 8);
  const stops = [];
  for (let round = 0; round < rounds; round += 1) {
    const worker = await world.startInstance(env);
    const before = provider.taken.length;
    await sleep(due - Date.now());
    while (provider.taken.length < before + 20) await sleep(20);
    const began = performance.now();
    await worker.stop();
    stops.push(Math.round(performance.now() - began));
  }
  const statuses = await sql.rows('select status, count(*)::int as n from messages group by 1');
  const doubled = doubledIn(provider.taken);
  await sql.end();
  await world.close();
  provider.stop();
  const { sending = 0, unconfirmed = 0, ...settled } = Object.fromEntries(statuses.map(({ status, n }) => [status, n]));
  const broken = [];
  if (Math.max(...stops) > MOST_MS) broken.push(`a stop took ${Math.max(...stops)} ms`);
  if (sending + unconfirmed > 0) broken.push(`${sending} texts are left as being sent, ${unconfirmed} as unconfirmed`);
  if (doubled > 0) broken.push(`${doubled} texts were handed over twice`);
  return { measured: { texts, stops: stops.length, 'longest stop in ms': Math.max(...stops), ...settled }, broken };
}

function doubledIn(taken) {
  return taken.length - new Set(taken.map(({ to }) => to)).size;
}
