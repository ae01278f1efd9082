import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import twilio from 'twilio';
import { call, inTurns } from '../harness/load.mjs';
import { openWorld } from '../harness/world.mjs';
import { contactNumbers, createCustomers, LINE, openTexting, scheduleTexts } from './support/texting.mjs';
import { PUBLIC_URL, startProvider, TOKEN } from './support/twilio.mjs';

export const promise = 'Texts';
export const about =
  'a contact sends STOP while a text is due and another is sent: after the answer to STOP nothing is handed over';
export const planted = 'the database lifts every block at once';

export const FULL = { rounds: 1_000 };
export const SHORT = { rounds: 60 };
/** A trigger that undoes each block. */
const LIFT = `create function lift() returns trigger language plpgsql as $$ begin new.lifted_at = now(); return new; end $$;
  create trigger lift before insert or update on opt_outs for each row execute function lift()`;
/** The provider answers slowly, so that many texts are in flight when a STOP comes. */
const ANSWER_MS = 150;

export async function run({ form: { rounds }, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  await openTexting(world, world.shop);
  if (plant) await world.sql.rows(LIFT);
  const { taken, env: provider } = await startProvider(ANSWER_MS);
  const env = { ...provider, LOG_REQUESTS: 'errors' };
  const [one, other] = [await world.startInstance(env), await world.startInstance(env)];
  const numbers = contactNumbers(rounds);
  const customers = await createCustomers(one, numbers);
  const due = await scheduleTexts(one, customers, 3_000 + rounds * 8);
  // The texts are due at once, and the STOPs come while they are handed over.
  await sleep(due - Date.now());
  const answered = new Map();
  await inTurns(numbers.keys(), async (n) => {
    const text = { customer_id: customers[n], body: 'Are you there?' };
    const [stopped] = await Promise.all([stop(other, numbers[n]), call(one, 'POST', '/api/v1/messages', text)]);
    answered.set(numbers[n], stopped);
  });
  await sleep(2_000);
  const refused = [...answered.values()].filter(({ status }) => status !== 200).length;
  const late = taken.filter(({ to, at }) => at > (answered.get(to)?.at ?? Infinity)).length;
  const waiting = await world.sql.count(`select count(*) as n from messages where status in ('queued', 'sending')`);
  return {
    measured: { STOPs: rounds, 'texts handed over before': taken.length - late },
    broken: [
      refused > 0 && `${refused} STOPs were not taken`,
      late > 0 && `${late} texts were handed over after the answer to a STOP`,
      waiting > 0 && `${waiting} texts still wait`,
    ],
  };
}

/** Sends STOP as the provider does: again with the same id while the service answers 5xx. */
async function stop({ url }, from) {
  const path = '/providers/twilio/messages';
  const form = { MessageSid: randomUUID(), From: from, To: LINE, Body: 'STOP', NumMedia: '0' };
  const headers = { 'x-twilio-signature': twilio.getExpectedTwilioSignature(TOKEN, PUBLIC_URL + path, form) };
  for (let tries = 1; ; tries += 1) {
    const status = await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(form) }).then(
      async (answer) => (await answer.text(), answer.status),
      () => 0,
    );
    if (status < 500 || tries === 10) return { status, at: performance.now() };
    await sleep(200);
  }
}
