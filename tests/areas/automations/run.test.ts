import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { causesOf } from '../../support/outbox.js';
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

const aLead = async (fields: object = {}) =>
  (await inbox.shop.full.post('/leads', { name: 'Dana Whitfield', phone: '+16135550142', ...fields })).body.data;
const tasks = async () => (await inbox.shop.full.post('/tasks/list', {})).body.data.items;

test('a new lead makes a task with the fields of the lead, once, and the run tells which', async () => {
  const rule = await rules.add({
    on: on('lead.created'),
    do: [task('Call {{name}}', { notes: 'At {{ phone }}', dueIn: { unit: 'hours', count: 2 } })],
  });
  const lead = await aLead();
  await rules.follow();
  await rules.follow();
  const [made, ...more] = await tasks();
  expect([made, more]).toMatchObject([
    { title: 'Call Dana Whitfield', notes: 'At +16135550142', due_at: '2026-03-02T17:00:00.000Z', priority: 'normal' },
    [],
  ]);
  const [run] = await rules.runs(rule);
  expect(run).toMatchObject({
    status: 'done',
    steps: [{ step: 'create_task', status: 'done', record: { kind: 'task', id: made.id } }],
  });
  const [created] = await service.sql<{ id: string }>(`select id from outbox where data ->> 'id' = $1`, [lead.id]);
  expect(await causesOf(service, made)).toMatchObject([{ cause: { automation_id: rule, event_id: created?.id, key_id: null } }]);
});

test('a text of a stranger is answered by a machine, and the thread stays unread', async () => {
  const rule = await rules.add({ on: on('message.received'), do: [text('We will answer soon.')] });
  await inbox.writes('Are you open?');
  await rules.follow();
  const thread = await inbox.threadOf();
  const [, answer] = await inbox.messagesOf(thread);
  expect(answer).toMatchObject({ body: 'We will answer soon.', automated: true, sent_by: null, status: 'sent', to: STRANGER });
  expect(thread).toMatchObject({ unread: true, last_human_outbound_at: null });
  expect(await rules.outcome(rule)).toEqual(['done']);
});
