import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from './support/calls.mjs';
import { parentOf } from './support/processes.mjs';
import { contactNumber, createCustomers, openTexting, scheduleTexts } from './support/texting.mjs';
import { startProvider } from './support/twilio.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P7';
export const about =
  'the database restarts, or ends all sessions, while texts are handed over: the service lives, and each text goes out at most once';
export const planted = 'the database puts a text whose hand-over was cut off back into the queue';

/** `rounds`: so many of each kind. `mostMs`: the texts of a round are settled in this time. */
const FULL = { texts: 500, rounds: 10, mostMs: 60_000 };
const SHORT = { texts: 400, rounds: 2, mostMs: 40_000 };
/** The provider takes so long for a text, so that many hand-overs are cut off. */
const ANSWER_MS = 80;
const FAR_MS = 30 * 24 * 3600 * 1000;
/** The database goes away so long after the texts are due. The second time it goes away while the workers begin anew. */
const [BEFORE_MS, BETWEEN_MS] = [700, 900];

/** The signals with which PostgreSQL stops at once (`pg_ctl stop -m immediate`), and in order (`-m fast`). */
const WAYS = {
  immediate: (sql) => stopServer(sql, 'SIGQUIT'),
  fast: (sql) => stopServer(sql, 'SIGINT'),
  sessions: (sql) =>
    sql.rows(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    ),
};

export async function run({ short, plant, databaseUrl }) {
  if (databaseUrl !== null) return { measured: {}, broken: ['it needs a database that it can stop: its own'] };
  const form = short ? SHORT : FULL;
  const world = await openWorld(null);
  const sql = openSql(world.databaseUrl);
  const provider = await startProvider(ANSWER_MS);
  await openTexting(sql, world.shop.id);
  if (plant) await sql.rows(SEND_AGAIN);
  const [measured, broken] = [{}, []];
  const instances = [await world.startInstance(provider.env), await world.startInstance(provider.env)];
  const repeat = await prepareTexts(sql, { url: instances[0].url, token: world.token }, world.shop, form.texts);
  const ended = () => instances.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length;
  for (const [way, strike] of Object.entries(WAYS)) {
    for (let round = 0; round < form.rounds && ended() === 0; round += 1) {
      await persist(() => repeat(`${way} ${round}`));
      for (const ms of [BEFORE_MS, BETWEEN_MS]) {
        await sleep(ms);
        await persist(() => strike(sql));
      }
      const left = await untilSettled(sql, form.mostMs, () => ended() > 0);
      if (left > 0) broken.push(`${way} ${round}: ${left} texts never reached a final state`);
    }
    measured[`${way}: handed over`] = provider.taken.filter(({ body }) => body?.startsWith(way)).length;
  }
  if (ended() > 0) broken.push(`${ended()} of ${instances.length} processes ended`);
  const texts = provider.taken.filter(({ body }) => body !== null);
  const doubled = texts.length - new Set(texts.map(({ body }) => body)).size;
  if (doubled > 0) broken.push(`${doubled} texts were handed over more than once`);
  measured.texts = form.texts * form.rounds * Object.keys(WAYS).length;
  const [{ n: unconfirmed }] = await sql.rows(`select count(*)::int as n from messages where status = 'unconfirmed'`);
  measured.unconfirmed = unconfirmed;
  await sql.end();
  await world.close();
  provider.stop();
  return { measured, broken };
}

/** A trigger that undoes the rule that nobody sends a text again whose hand-over was cut off. */
const SEND_AGAIN = `create function send_again() returns trigger language plpgsql as $$ begin
    new.status = 'queued'; new.due_at = now(); return new;
  end $$;
  create trigger send_again before update on messages for each row
    when (new.status = 'unconfirmed' and old.attempts = 0) execute function send_again()`;

/** Returns what makes texts due now, each with the given words. They are copies of one text, because requests would take long. */
async function prepareTexts(sql, api, shop, amount) {
  const [customer] = await createCustomers(api, [contactNumber(0)]);
  await scheduleTexts(api, [customer], FAR_MS);
  return (words) =>
    sql.rows(
      `insert into scheduled_messages select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'body', $2::text || ' ' || n,
          'scheduled_for', now(), 'send_at', now(), 'due_at', now()))).*
        from scheduled_messages s, generate_series(1, $3::int) n where s.shop_id = $1 and s.status = 'scheduled' and s.send_at > now() + interval '1 day'`,
      [shop.id, words, amount],
    );
}

async function stopServer(sql, signal) {
  const [{ pid }] = await sql.rows('select pg_backend_pid() as pid');
  process.kill(parentOf(pid), signal);
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

/** Waits until nothing is under way, and returns how much still was after so many milliseconds. */
async function untilSettled(sql, mostMs, isOver) {
  const end = performance.now() + mostMs;
  for (;;) {
    const [{ left }] = await persist(() =>
      sql.rows(
        `select (select count(*) from scheduled_messages where status in ('scheduled', 'sending') and send_at < now() + interval '1 day')
          + (select count(*) from messages where status in ('queued', 'sending')) as left`,
      ),
    );
    if (Number(left) === 0 || isOver() || performance.now() > end) return Number(left);
    await sleep(200);
  }
}
