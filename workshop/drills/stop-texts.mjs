import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, openSql } from './support/calls.mjs';
import { contactNumber, createCustomers, inTurns, LINE, openTexting, scheduleTexts } from './support/texting.mjs';
import { callService, inboundText, startProvider } from './support/twilio.mjs';
import { openWorld } from './support/world.mjs';

export const promise = 'Texts';
export const about =
  'a contact sends STOP while a text is due and another is sent: after the answer to STOP nothing is handed over';
export const planted = 'the database lifts every block at once';

/** A trigger that undoes each block. */
const LIFT = `create function lift() returns trigger language plpgsql as $$ begin new.lifted_at = now(); return new; end $$;
  create trigger lift before insert or update on opt_outs for each row execute function lift()`;
/** The provider answers slowly, so that many texts are in flight when a STOP comes. */
const ANSWER_MS = 150;

export async function run({ short, plant, databaseUrl }) {
  const rounds = short ? 60 : 1_000;
  const world = await openWorld(databaseUrl);
  const sql = openSql(world.databaseUrl);
  await openTexting(sql, world.shop.id);
  if (plant) await sql.rows(LIFT);
  const provider = await startProvider(ANSWER_MS);
  const env = { ...provider.env, LOG_REQUESTS: 'errors' };
  const instances = [await world.startInstance(env), await world.startInstance(env)];
  const api = { url: instances[0].url, token: world.token };
  const numbers = Array.from({ length: rounds }, (_, n) => contactNumber(n));
  const customers = await createCustomers(api, numbers);
  const due = await scheduleTexts(api, customers, 3_000 + rounds * 8);
  // The texts are due at once, and the STOPs come while they are handed over.
  await sleep(due - Date.now());
  const answered = new Map();
  await inTurns(numbers.keys(), async (n) => {
    const text = { customer_id: customers[n], body: 'Are you there?' };
    const [stopped] = await Promise.all([
      stop(instances[1], numbers[n]),
      call(instances[0].url, world.token, 'POST', '/api/v1/messages', text),
    ]);
    answered.set(numbers[n], stopped);
  });
  await sleep(2_000);
  const refused = [...answered.values()].filter(({ status }) => status !== 200).length;
  const late = provider.taken.filter(({ to, at }) => at > (answered.get(to)?.at ?? Infinity)).length;
  const [{ waiting }] = await sql.rows(`select count(*)::int as waiting from messages where status in ('queued', 'sending')`);
  await sql.end();
  await world.close();
  provider.stop();
  const broken = [];
  if (refused > 0) broken.push(`${refused} STOPs were not taken`);
  if (late > 0) broken.push(`${late} texts were handed over after the answer to a STOP`);
  if (waiting > 0) broken.push(`${waiting} texts still wait`);
  return { measured: { STOPs: rounds, 'texts handed over before': provider.taken.length - late }, broken };
}

/** Sends STOP as the provider does: again with the same id while the service answers 5xx. */
async function stop(instance, from) {
  const form = inboundText(from, LINE, 'STOP', randomUUID());
  for (let tries = 1; ; tries += 1) {
    const status = await callService(instance, '/providers/twilio/messages', form);
    if (status < 500 || tries === 10) return { status, at: performance.now() };
    await sleep(200);
  }
}
