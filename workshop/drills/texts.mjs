import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from './support/calls.mjs';
import { contactNumber, createCustomers, openTexting, scheduleTexts } from './support/texting.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'P1';
export const about =
  'many scheduled texts are due at one instant and two workers are killed at random: each text is handed over at most once';
export const planted = 'the database puts a text whose hand-over was cut off back into the queue';

/** `lateMs`: the first text leaves in this time. It is high in the short form, because other work runs beside it. */
const FULL = { texts: 10_000, kills: 20, betweenMs: 3_000, mostMs: 300_000, lateMs: 1_000 };
const SHORT = { texts: 200, kills: 3, betweenMs: 1_500, mostMs: 20_000, lateMs: 15_000 };
/** The hand-overs that one worker has in flight at most. */
const AT_ONCE = 8;
/** The sandbox's numbers that misbehave, each with its share of the texts. `hangs`: the answer never comes. */
const ODD = [
  { number: '+15005550014', share: 0.01, hangs: true },
  { number: '+15005550001', share: 0.03 },
  { number: '+15005550013', share: 0.02 },
];

export async function run({ short, plant, databaseUrl }) {
  const form = short ? SHORT : FULL;
  const world = await openWorld(databaseUrl);
  const sql = openSql(world.databaseUrl);
  await openTexting(sql, world.shop.id);
  if (plant) await sql.rows(SEND_AGAIN);
  const workers = [await world.startInstance(), await world.startInstance()];
  const api = { url: workers[0].url, token: world.token };
  const customers = await createCustomers(api, recipients(form.texts));
  const due = await scheduleTexts(api, customers, 5_000 + form.texts * 12);
  await sleep(due - Date.now());
  const kills = await killAtRandom(world, workers, form);
  const took = await untilSettled(sql, form.mostMs);
  const { measured, broken } = await examine(sql, { ...form, kills, due, took });
  await sql.end();
  await world.close();
  return { measured, broken };
}

/** A trigger that undoes the rule that nobody sends a text again whose hand-over was cut off. */
const SEND_AGAIN = `create function send_again() returns trigger language plpgsql as $$ begin
    new.status = 'queued'; new.due_at = now(); return new;
  end $$;
  create trigger send_again before update on messages for each row
    when (new.status = 'unconfirmed' and old.attempts = 0) execute function send_again()`;

/** The number of the recipient of each text. */
function recipients(texts) {
  const odd = ODD.flatMap(({ number, share }) => Array(Math.max(1, Math.round(texts * share))).fill(number));
  return [...odd, ...Array.from({ length: texts - odd.length }, (_, n) => contactNumber(n))];
}

async function killAtRandom(world, workers, { kills, betweenMs }) {
  for (let n = 0; n < kills; n += 1) {
    await sleep(randomInt(betweenMs / 2, betweenMs));
    const which = randomInt(workers.length);
    process.kill(workers[which].pid, 'SIGKILL');
    workers[which] = await world.startInstance();
  }
  return kills;
}

/** Waits until nothing is under way. Returns the milliseconds; null: something still was after `mostMs`. */
async function untilSettled(sql, mostMs) {
  const began = performance.now();
  for (;;) {
    const [{ n }] = await sql.rows(
      `select (select count(*) from scheduled_messages where status in ('scheduled', 'sending'))
        + (select count(*) from messages where status in ('queued', 'sending')) as n`,
    );
    const passed = performance.now() - began;
    if (Number(n) === 0) return Math.round(passed);
    if (passed > mostMs) return null;
    await sleep(200);
  }
}

async function examine(sql, { texts, kills, lateMs, due, took }) {
  const [ledger] = await sql.rows(
    `select count(*) filter (where n > 1)::int as doubled, min(first) as first, max(last) as last from (
      select count(*) as n, min(handed_over_at) as first, max(handed_over_at) as last
      from sandbox_outbox where status <> 'rate_limited' group by message) texts`,
  );
  const statuses = Object.fromEntries(
    (await sql.rows('select status, count(*)::int as n from messages group by 1')).map(({ status, n }) => [status, n]),
  );
  const [{ made, wrong }] = await sql.rows(
    `select count(m.id)::int as made, count(*) filter (where s.status not in ('sent', 'failed') or m.id is null)::int as wrong
    from scheduled_messages s left join messages m on m.shop_id = s.shop_id and m.id = s.message_id`,
  );
  const firstMs = ledger.first === null ? Infinity : new Date(ledger.first).getTime() - due;
  const hangs = Math.max(1, Math.round(texts * 0.01));
  const unconfirmed = statuses.unconfirmed ?? 0;
  const broken = [];
  if (took === null) broken.push('some texts never reached a final state');
  if (ledger.doubled > 0) broken.push(`${ledger.doubled} texts were handed over more than once`);
  if (made !== texts || wrong > 0) broken.push(`${texts} texts were scheduled: ${made} messages, ${wrong} of them not settled`);
  if (unconfirmed > hangs + kills * AT_ONCE) broken.push(`${unconfirmed} texts are unconfirmed`);
  if (firstMs > lateMs) broken.push(`the first text left ${firstMs} ms after it was due`);
  return {
    measured: {
      texts,
      kills,
      ...statuses,
      'first text after ms': firstMs,
      'all texts after s': ledger.last === null ? 'never' : Math.round((new Date(ledger.last).getTime() - due) / 1000),
    },
    broken,
  };
}
