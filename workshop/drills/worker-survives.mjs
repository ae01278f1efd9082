import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded } from '../harness/processes.mjs';
import { until } from '../harness/servers.mjs';
import { openWorld } from '../harness/world.mjs';
import { endSessions } from './support/kill-database.mjs';
import { contactNumber, createCustomers, openTexting, scheduleTexts, SEND_AGAIN, UNDER_WAY } from './support/texting.mjs';
import { startProvider } from './support/twilio.mjs';

export const promise = 'P7';
export const about =
  'the database restarts, or ends all sessions, while texts are handed over: the service lives, and each text goes out at most once';
export const planted = 'the database puts a text whose hand-over was cut off back into the queue';
export const ownDatabase = true;

/** `rounds`: so many of each kind. `mostMs`: the texts of a round are settled in this time. */
export const FULL = { texts: 500, rounds: 10, mostMs: 60_000 };
export const SHORT = { texts: 400, rounds: 2, mostMs: 80_000 };
/** The provider takes so long for a text, so that many hand-overs are cut off. */
const ANSWER_MS = 80;
const FAR_MS = 30 * 24 * 3600 * 1000;
/** The database goes away so long after the texts are due. The second time it goes away while the workers begin anew. */
const [BEFORE_MS, BETWEEN_MS] = [700, 900];

/** The signals with which PostgreSQL stops at once (`pg_ctl stop -m immediate`), and in order (`-m fast`). */
const WAYS = {
  immediate: async (sql) => process.kill(await sql.postmaster(), 'SIGQUIT'),
  fast: async (sql) => process.kill(await sql.postmaster(), 'SIGINT'),
  sessions: endSessions,
};
/** Copies of one text, because requests would take long. $2: the words, $3: how many */
const DUE_NOW = `insert into scheduled_messages select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
    'body', $2::text || ' ' || n, 'scheduled_for', now(), 'send_at', now(), 'due_at', now()))).*
  from scheduled_messages s, generate_series(1, $3::int) n
  where s.shop_id = $1 and s.status = 'scheduled' and s.send_at > now() + interval '1 day'`;

export async function run({ form, plant }) {
  const world = await openWorld();
  const { sql } = world;
  const { taken, env } = await startProvider(ANSWER_MS);
  await openTexting(world, world.shop);
  if (plant) await sql.rows(SEND_AGAIN);
  const instances = [await world.startInstance(env), await world.startInstance(env)];
  await scheduleTexts(instances[0], await createCustomers(instances[0], [contactNumber(0)]), FAR_MS);
  const ended = () => instances.filter(({ child }) => hasEnded(child)).length;
  const [measured, broken] = [{}, []];
  for (const [way, strike] of Object.entries(WAYS)) {
    for (let round = 0; round < form.rounds && ended() === 0; round += 1) {
      await persist(() => sql.rows(DUE_NOW, [world.shop.id, `${way} ${round}`, form.texts]));
      for (const ms of [BEFORE_MS, BETWEEN_MS]) {
        await sleep(ms);
        await persist(() => strike(sql));
      }
      const underWay = () => persist(() => sql.count(UNDER_WAY));
      await until(async () => (await underWay()) === 0 || ended() > 0, form.mostMs);
      const left = await underWay();
      if (left > 0) broken.push(`${way} ${round}: ${left} texts never reached a final state`);
    }
    measured[`${way}: handed over`] = taken.filter(({ body }) => body?.startsWith(way)).length;
  }
  const bodies = taken.map(({ body }) => body).filter((body) => body !== null);
  const doubled = bodies.length - new Set(bodies).size;
  measured.texts = form.texts * form.rounds * Object.keys(WAYS).length;
  measured.unconfirmed = await sql.count(`select count(*) as n from messages where status = 'unconfirmed'`);
  return {
    measured,
    broken: [
      ...broken,
      ended() > 0 && `${ended()} of ${instances.length} processes ended`,
      doubled > 0 && `${doubled} texts were handed over more than once`,
    ],
  };
}

/** Tries until the database takes it. */
async function persist(work) {
  for (;;) {
    try {
      return await work();
    } catch {
      await sleep(100); // the database is away
    }
  }
}
