import { setTimeout as sleep } from 'node:timers/promises';
import { PauseOutgoing, ResumeOutgoing } from '../../dist/application/areas/outgoing/switch-outgoing.js';
import { inTurns, posted } from '../harness/load.mjs';
import { openUseCases, openWorld } from '../harness/world.mjs';
import { contactNumbers, createCustomers, openTexting, scheduleTexts, UNDER_WAY } from './support/texting.mjs';
import { startProvider } from './support/twilio.mjs';

export const promise = 'Texts';
export const about =
  'the provider refuses the account for a while, and then the operator pauses texts while many are due: all are sent, each once';
export const planted = 'the database fails each text that waits, as if the refusal were one of the text';

/** `refusedMs`: how long the provider refuses. A refused account is tried once in a minute, so the drill asks for a try at its end. */
export const FULL = { texts: 200, due: 1_000, refusedMs: 600_000, mostMs: 120_000 };
export const SHORT = { texts: 40, due: 60, refusedMs: 4_000, mostMs: 60_000 };

const FAIL = `create function fail() returns trigger language plpgsql as $$ begin
    new.status = 'failed'; new.due_at = null; return new;
  end $$;
  create trigger fail before update on messages for each row when (new.status = 'queued' and old.status = 'sending')
  execute function fail()`;
const STATES = 'select status, count(*)::int as n from messages group by 1';

export async function run({ form, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  await openTexting(world, world.shop);
  if (plant) await world.sql.rows(FAIL);
  const provider = await startProvider();
  const env = { ...provider.env, LOG_REQUESTS: 'errors' };
  const [one] = [await world.startInstance(env), await world.startInstance(env)];
  const { container, close } = await openUseCases(world.databaseUrl);
  const all = { ways: [], shop: null };
  const resume = () =>
    container.get(ResumeOutgoing).execute({ ...all, dropOlderThanMs: null, dropReason: 'paused', confirmed: false });
  const numbers = contactNumbers(form.texts + form.due);
  const customers = await createCustomers(one, numbers);

  provider.refuse(true);
  await inTurns(customers.slice(0, form.texts), (customer_id) =>
    posted(one, '/api/v1/messages', { customer_id, body: 'Your car is ready.' }),
  );
  await sleep(form.refusedMs);
  const held = await world.sql.rows(STATES);
  const tried = provider.refused();
  provider.refuse(false);
  await resume();
  const cured = await world.sql.untilNone(UNDER_WAY, [], form.mostMs);

  await container.get(PauseOutgoing).execute({ ...all, cause: 'operator', reason: 'a drill' });
  const before = textsOf(provider).length;
  const due = await scheduleTexts(one, customers.slice(form.texts), 3_000 + form.due * 12);
  await sleep(due - Date.now() + 3_000);
  const leaked = textsOf(provider).length - before;
  await resume();
  const ended = await world.sql.untilNone(UNDER_WAY, [], form.mostMs);
  await close();
  return judged(world, { form, provider, held, tried, leaked, isSettled: cured !== null && ended !== null });
}

async function judged({ sql }, { form, provider, held, tried, leaked, isSettled }) {
  const times = new Map();
  for (const { to } of textsOf(provider)) times.set(to, (times.get(to) ?? 0) + 1);
  const doubled = [...times.values()].filter((n) => n > 1).length;
  const waited = Object.fromEntries(held.map(({ status, n }) => [status, n]));
  const failed = await sql.count(`select count(*) as n from messages where status in ('failed', 'unconfirmed')`);
  // Each instance has so many hand-overs in flight when the first refusal comes. After that there is one try in a minute.
  const mostTried = 2 * 8 * 16 + Math.ceil(form.refusedMs / 60_000) + 1;
  return {
    measured: { 'held while refused': waited.queued ?? 0, 'tries meanwhile': tried, sent: times.size },
    broken: [
      (waited.queued ?? 0) !== form.texts && `${waited.queued ?? 0} of ${form.texts} texts waited while the account was refused`,
      tried > mostTried && `a refused account was tried ${tried} times`,
      leaked > 0 && `${leaked} texts left in a pause`,
      !isSettled && 'some texts never reached a final state',
      failed > 0 && `${failed} texts failed`,
      doubled > 0 && `${doubled} people got their text twice`,
      times.size !== form.texts + form.due && `${times.size} of ${form.texts + form.due} people got their text`,
    ],
  };
}

/** The requests that brought a text. The service also asks the provider for inbound texts. */
function textsOf({ taken }) {
  return taken.filter(({ to }) => to !== null);
}
