import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ChangeShopStanding } from '../../../application/areas/access/manage-shops.js';
import type { Step } from '../../../domain/automations/automation.js';
import type { EventKind } from '../../../domain/shared/events.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { eventTypesOf } from '../../support/outbox.js';
import { on, Rules, task, text } from '../../support/rules.js';
import { sharedTestService, type TestService } from '../../support/service.js';

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

/** Follows the events up to now by one rule, and tells what became of its steps. */
async function outcomeOf(event: EventKind, steps: readonly [Step, ...Step[]], cause: () => Promise<unknown>): Promise<unknown> {
  const rule = await rules.add({ on: on(event), do: steps });
  await cause();
  await rules.follow();
  return rules.outcome(rule);
}
const write = () => inbox.writes('Are you open?');
const assign = (staffId: StaffUserId): Step => ({ step: 'assign', staffId, after: null, unless: [] });

test('a task is about the message that a rule follows, its thread and its customer', async () => {
  const dana = await aCustomer(inbox.shop.full, { phone: STRANGER });
  expect(await outcomeOf('message.received', [task('Answer', { priority: 'high' })], write)).toEqual(['done']);
  const [made] = (await inbox.shop.full.post('/tasks/list', {})).body.data.items;
  const thread = await inbox.threadOf();
  const [message] = await inbox.messagesOf(thread);
  expect(made).toMatchObject({ conversation: thread.id, customer_id: dana.id, message_id: message.id, priority: 'high' });
});

test.each([
  ['a field that is empty', 'lead.created', text('{{email}}'), 'not_done: empty_field: email'],
  ['nobody to text', 'lead.created', text('Hello {{name}}'), 'not_done: no_phone'],
  [
    'somebody who is no teammate',
    'lead.created',
    assign('0198a1f4-0000-7000-8000-000000000001' as StaffUserId),
    'not_done: not_a_teammate',
  ],
] as const)('%s is the reason why a step is not done, and the next step is', async (_, event, step, reason) => {
  const outcome = await outcomeOf(event, [step, task('Look at it')], () =>
    aLead(inbox.shop.full, { phone: undefined, email: undefined }),
  );
  expect(outcome).toEqual([reason, 'done']);
});

test('a rule assigns the lead, sets its follow-up, and assigns a thread', async () => {
  const { user_id: member } = await aStaffMember(service, inbox.shop);
  const followUp: Step = { step: 'set_followup', in: { unit: 'days', count: 1 }, after: null, unless: [] };
  let id = '';
  const made = await outcomeOf('lead.created', [assign(member), followUp], async () => {
    ({ id } = await aLead(inbox.shop.full));
  });
  expect(made).toEqual(['done', 'done']);
  const { data } = (await inbox.shop.read.get(`/leads/${id}`)).body;
  expect(data).toMatchObject({ assigned_to: member, next_followup_at: '2026-03-03T15:00:00.000Z' });
  expect(await outcomeOf('message.received', [assign(member)], write)).toEqual(['done']);
  const thread = await inbox.threadOf();
  expect(thread.assigned_to).toBe(member);
  expect(await eventTypesOf(service, thread)).toContain('conversation.assigned');
});

test('a blocked number is not texted', async () => {
  await inbox.writes('STOP');
  await rules.follow();
  expect(await outcomeOf('message.received', [text('Hello')], write)).toEqual(['not_done: opted_out']);
});

test('at night a text is scheduled, sent in the morning, and the thread is unread afterwards', async () => {
  service.clock.set('2026-03-02T23:00:00.000Z');
  expect(await outcomeOf('message.received', [text('We open at eight.')], write)).toEqual(['done']);
  const [scheduled] = (await inbox.shop.full.post('/comms/list_scheduled_messages', {})).body.data.items;
  expect(scheduled).toMatchObject({ to: STRANGER, status: 'scheduled', send_at: '2026-03-03T08:00:00.000Z' });
  service.clock.set('2026-03-03T08:00:00.000Z');
  await rules.follow();
  expect((await inbox.handedOver()).map(({ to }) => to)).toEqual([STRANGER]);
  expect(await inbox.threadOf()).toMatchObject({ unread: true, last_outbound_at: '2026-03-03T08:00:00.000Z' });
});

test('at night a text that an answer withdraws goes on waiting instead', async () => {
  service.clock.set('2026-03-02T23:00:00.000Z');
  const step = text('We open at eight.', { unless: ['message.received'] });
  expect(await outcomeOf('message.received', [step], write)).toEqual(['waiting']);
  await inbox.writes('Thanks, I know.');
  service.clock.set('2026-03-03T08:00:00.000Z');
  await rules.follow();
  expect(await inbox.handedOver()).toEqual([]);
});

test('a text that comes an hour late is not sent', async () => {
  const rule = await rules.add({ on: on('message.received'), do: [text('One moment'), task('Answer')] });
  await write();
  await rules.later(61);
  expect(await rules.outcome(rule)).toEqual(['not_done: too_late', 'done']);
});

test('a shop that is suspended does nothing, and neither does a rule that is off', async () => {
  const waiting = task('Later', { after: { unit: 'minutes', count: 5 } });
  const rule = await rules.add({ on: on('lead.created'), do: [waiting] });
  const other = await rules.add({ on: on('lead.created'), do: [waiting] });
  await aLead(inbox.shop.full);
  await rules.follow();
  await rules.set(other, { enabled: false });
  await rules.later(5);
  expect([await rules.outcome(rule), await rules.outcome(other)]).toEqual([['done'], ['not_done: rule_off']]);
  await service.container.get(ChangeShopStanding).execute(inbox.shop.id, 'suspend');
  expect(await outcomeOf('message.received', [task('Answer')], write)).toEqual(['skipped: account_suspended']);
});
