import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorld } from '../harness/world.mjs';
import { contactNumber, createCustomers, openTexting, scheduleTexts, SEND_AGAIN, UNDER_WAY } from './support/texting.mjs';

export const promise = 'P1';
export const about =
  'many scheduled texts are due at one instant and two workers are killed at random: each text is handed over at most once';
export const planted = 'the database puts a text whose hand-over was cut off back into the queue';

/** `lateMs`: the first text leaves in this time. It is high in the short form, because other work runs beside it. */
export const FULL = { texts: 10_000, kills: 20, betweenMs: 3_000, mostMs: 300_000, lateMs: 1_000 };
export const SHORT = { texts: 200, kills: 3, betweenMs: 1_500, mostMs: 60_000, lateMs: 30_000 };
/** The hand-overs that one worker has in flight at most: eight runs of sixteen. */
const AT_ONCE = 8 * 16;
/** The sandbox's numbers that misbehave, each with its share of the texts. For the first one the answer never comes. */
const ODD = [
  { number: '+15005550014', share: 0.01 },
  { number: '+15005550001', share: 0.03 },
  { number: '+15005550013', share: 0.02 },
];
const amountOf = ({ share }, texts) => Math.max(1, Math.round(texts * share));

export async function run({ form, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  await openTexting(world, world.shop);
  if (plant) await world.sql.rows(SEND_AGAIN);
  const workers = [await world.startInstance(), await world.startInstance()];
  const odd = ODD.flatMap((one) => Array(amountOf(one, form.texts)).fill(one.number));
  const others = Array.from({ length: form.texts - odd.length }, (_, n) => contactNumber(n));
  const customers = await createCustomers(workers[0], [...odd, ...others]);
  const due = await scheduleTexts(workers[0], customers, 5_000 + form.texts * 12);
  await sleep(due - Date.now());
  for (let n = 0; n < form.kills; n += 1) {
    await sleep(randomInt(form.betweenMs / 2, form.betweenMs));
    const which = randomInt(workers.length);
    process.kill(workers[which].pid, 'SIGKILL');
    workers[which] = await world.startInstance();
  }
  const settled = await world.sql.untilNone(UNDER_WAY, [], form.mostMs);
  return judged(world, form, due, settled !== null);
}

async function judged({ sql }, { texts, kills, lateMs }, due, isSettled) {
  const ledger = await sql.row(
    `select count(*) filter (where n > 1)::int as doubled, min(first) as first, max(last) as last from (
      select count(*) as n, min(handed_over_at) as first, max(handed_over_at) as last
      from sandbox_outbox where status <> 'rate_limited' group by message) texts`,
  );
  const statuses = await sql.rows('select status, count(*)::int as n from messages group by 1');
  const { unconfirmed = 0, ...others } = Object.fromEntries(statuses.map(({ status, n }) => [status, n]));
  const { made, wrong } = await sql.row(
    `select count(m.id)::int as made, count(*) filter (where s.status not in ('sent', 'failed') or m.id is null)::int as wrong
    from scheduled_messages s left join messages m on m.shop_id = s.shop_id and m.id = s.message_id`,
  );
  const after = (instant) => (instant === null ? Infinity : new Date(instant).getTime() - due);
  const [firstMs, lastMs] = [after(ledger.first), after(ledger.last)];
  return {
    measured: {
      texts,
      kills,
      unconfirmed,
      ...others,
      'first text after ms': firstMs,
      'all texts after s': Math.round(lastMs / 1000),
    },
    broken: [
      !isSettled && 'some texts never reached a final state',
      ledger.doubled > 0 && `${ledger.doubled} texts were handed over more than once`,
      (made !== texts || wrong > 0) && `${texts} texts were scheduled: ${made} messages, ${wrong} of them not settled`,
      unconfirmed > amountOf(ODD[0], texts) + kills * AT_ONCE && `${unconfirmed} texts are unconfirmed`,
      firstMs > lateMs && `the first text left ${firstMs} ms after it was due`,
    ],
  };
}
