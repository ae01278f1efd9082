import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { RunWaitingStep } from '../../../application/areas/automations/execute-step.js';
import type { AutomationId } from '../../../domain/shared/id.js';
import { Inbox } from '../../support/inbox.js';
import { on, Rules, text } from '../../support/rules.js';
import { sharedTestService, type TestService } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';

let service: TestService;
let inbox: Inbox;
let rules: Rules;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.restart();
  inbox = await Inbox.open(service);
  rules = new Rules(service, inbox.shop);
});
afterAll(() => service.stop());

const NUMBER = '+16135550142';
const aLead = (phone = NUMBER) => inbox.shop.full.post('/leads', { name: 'Dana Whitfield', phone });
/** In five minutes every new lead is texted, unless they write first. */
const aRule = (): Promise<AutomationId> =>
  rules.add({
    on: on('lead.created'),
    do: [text('May we help you?', { after: { unit: 'minutes', count: 5 }, unless: ['message.received'] })],
  });

test('a step waits for its time', async () => {
  const rule = await aRule();
  await aLead();
  await rules.follow();
  expect(await rules.runs(rule)).toMatchObject([
    { status: 'waiting', steps: [{ status: 'waiting', runsAt: '2026-03-02T15:05:00.000Z' }] },
  ]);
  await rules.later(4);
  expect(await inbox.handedOver()).toEqual([]);
  await rules.later(1);
  expect(await inbox.handedOver()).toMatchObject([{ to: NUMBER, body: 'May we help you?' }]);
  expect(await rules.outcome(rule)).toEqual(['done']);
});

test('an answer withdraws a step that waits, and the run names the answer; somebody else’s answer does not', async () => {
  const rule = await aRule();
  await aLead();
  await aLead('+16135550143');
  await rules.follow();
  const message = await inbox.writes('I am on my way.', { from: NUMBER });
  await rules.follow();
  const [event] = await service.sql<{ id: string }>(
    `select id from outbox where type = 'message.received' and data ->> 'id' = $1`,
    [message],
  );
  const [other, answered] = await rules.runs(rule);
  expect(other?.steps).toMatchObject([{ status: 'waiting' }]);
  expect(answered).toMatchObject({ status: 'done', steps: [{ status: 'withdrawn', withdrawnBy: event?.id }] });
  await rules.later(5);
  expect((await inbox.handedOver()).map(({ to }) => to)).toEqual(['+16135550143']);
});

test('an answer that comes before the run has begun withdraws its step, too', async () => {
  const rule = await aRule();
  await aLead();
  service.clock.pass(100);
  await inbox.writes('I am on my way.', { from: NUMBER });
  await rules.follow();
  await rules.later(5);
  expect(await rules.outcome(rule)).toEqual(['withdrawn']);
  expect(await inbox.handedOver()).toEqual([]);
});

test('a text never goes out after the statement of the answer, whichever comes first', async () => {
  const rule = await aRule();
  const numbers = Array.from({ length: 10 }, (_, index) => `+1613555${String(2000 + index)}`);
  await Promise.all(numbers.map((number) => aLead(number)));
  // Half of the contacts have a thread already, so that both sides change the same one.
  await Promise.all(numbers.filter((_, index) => index % 2 === 0).map((from) => inbox.writes('Hello', { from })));
  service.clock.pass(60_000);
  await rules.follow();
  const begun = await service.sql<BegunStep>(
    `select s.id, r.event_data ->> 'phone' as contact from automation_steps s join automation_runs r on r.shop_id = s.shop_id and r.id = s.run_id
     where r.automation_id = $1`,
    [rule],
  );
  service.clock.pass(240_000);
  const work = service.container.get(RunWaitingStep);
  for (const [index, { id, contact: from }] of begun.entries()) {
    // safe: the row is a step
    const step = { shop: inbox.shop.id, id: id as Parameters<typeof work.run>[0]['id'] };
    const run = async (): Promise<void> => {
      while (!(await work.run(step)));
    };
    // The answer comes while more and more of the step is done.
    const answer = async (): Promise<void> => {
      for (let statements = 0; statements < 2 * index; statements += 1) await service.sql('select 1');
      await inbox.writes('Yes', { from });
    };
    // The first answer comes before its step, and the last one after it. Those between may come at any time.
    if (index === 0) await answer();
    if (index === numbers.length - 1) await run();
    await Promise.all(index % 4 === 0 ? [run(), run(), answer()] : [run(), answer()]);
  }
  const { sent, ...wrong } = await verdicts(begun);
  expect(wrong).toEqual({ lost: 0, late: 0, twice: 0 });
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(numbers.length);
});

interface BegunStep {
  readonly id: string;
  readonly contact: string;
}

interface Verdicts {
  readonly sent: number;
  readonly lost: number;
  readonly late: number;
  readonly twice: number;
}

/** `late`: the last change of the thread was the text of the rule, not the answer. */
async function verdicts(begun: readonly BegunStep[]): Promise<Verdicts> {
  const [counts] = await service.sql<Verdicts>(
    `select count(*) filter (where (s.status = 'withdrawn') <> (sent.n = 0))::integer as lost,
       count(*) filter (where sent.n > 1)::integer as twice, count(*) filter (where sent.n > 0)::integer as sent,
       count(*) filter (where sent.n > 0 and c.xmin <> answer.xmin)::integer as late
     from unnest($1::uuid[], $2::text[]) as begun (id, contact) join automation_steps s on s.shop_id = $3 and s.id = begun.id
       join conversations c on c.shop_id = $3 and c.contact_number = begun.contact
       join messages answer on answer.shop_id = $3 and answer.conversation_id = c.id and answer.body = 'Yes'
       cross join lateral (select count(*) as n from messages m
         where m.shop_id = $3 and m.conversation_id = c.id and m.direction = 'outbound') sent`,
    [begun.map(({ id }) => id), begun.map(({ contact }) => contact), inbox.shop.id],
  );
  if (!counts) throw new Error('nothing was counted');
  return counts;
}

test('the statement of an event knows nothing of steps that wait', async () => {
  await aRule();
  await aLead();
  await rules.follow();
  const tap = new SqlTap();
  await inbox.writes('Hello', { from: NUMBER });
  tap.close();
  expect(tap.statements.filter(({ text: sql }) => sql.includes('automation_'))).toEqual([]);
});
