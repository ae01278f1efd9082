import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { MOST_RUNS_AN_HOUR } from '../../../domain/automations/automation-run.js';
import type { Trigger } from '../../../domain/automations/automation.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { Inbox } from '../../support/inbox.js';
import { on, Rules, task, text } from '../../support/rules.js';
import { sharedTestService, type TestService } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

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

const total = async () => (await inbox.shop.read.post('/tasks/list', { limit: 1 })).body.data.total;

test('a rule whose conditions do not hold does nothing, and its run says so for a day', async () => {
  const when = [{ field: 'source', is: 'eq', value: 'website' }] as const;
  const rule = await rules.add({ on: on('lead.created'), when, do: [task('Call')] });
  await aLead(inbox.shop.full, { source: 'fair' });
  await rules.follow();
  expect(await rules.outcome(rule)).toEqual(['skipped: conditions']);
  const [row] = await service.sql(`select kept_until, event_data from automation_runs where automation_id = $1`, [rule]);
  expect(row).toEqual({ kept_until: '2026-03-03T15:00:00.000Z', event_data: null });
  await aLead(inbox.shop.full, { source: 'website' });
  await rules.follow();
  expect(await total()).toBe(1);
});

test('rules that cause each other’s events end at the third', async () => {
  const rule = await rules.add({ on: on('task.created'), do: [task('Another one')] });
  await inbox.shop.full.post('/tasks', { title: 'The first one' });
  await rules.follow();
  await rules.follow();
  await rules.follow();
  await rules.follow();
  const reasons = (await rules.runs(rule)).map(({ status, reason }) => reason ?? status);
  expect([reasons, await total()]).toEqual([['too_deep', 'done', 'done', 'done'], 4]);
});

test('a text of a rule counts as its doing when it is sent, too', async () => {
  const rule = await rules.add({ on: on('message.sent'), do: [text('And one more thing.')] });
  await inbox.writes('Hello');
  await inbox.queued({ conversation: (await inbox.threadOf()).id });
  for (let round = 0; round < 6; round += 1) await rules.follow();
  const reasons = (await rules.runs(rule)).map(({ status, reason }) => reason ?? status);
  expect(reasons).toEqual(['too_deep', 'done', 'done', 'done']);
});

test('a rule that runs too often within an hour is switched off, and says why', async () => {
  const rule = await rules.add({ on: on('lead.created'), do: [task('Call')] });
  await service.sql(
    `insert into automation_runs (shop_id, id, automation_id, event_id, happened_at, since_number, state, depth, begun_at,
       kept_until, created_at)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), $3, 0, 'begun', 1, $3, $3, $3 from generate_series(1, $4)`,
    [inbox.shop.id, rule, service.clock.now(), MOST_RUNS_AN_HOUR - 1],
  );
  await Promise.all([aLead(inbox.shop.full, { phone: '+16135550143' }), aLead(inbox.shop.full)]);
  await rules.follow();
  expect(await total()).toBe(1);
  expect(await rules.find(rule)).toMatchObject({ enabled: false, disabledReason: 'it ran more than 100 times within an hour' });
  expect((await rules.runs(rule)).filter(({ reason }) => reason === 'hourly_limit')).toHaveLength(1);
});

const before = (count: number, unit: 'minutes' | 'hours' | 'days'): Trigger => ({
  kind: 'before',
  anchor: 'appointment',
  wait: { unit, count },
});
const move = (id: string, start: string) => service.sql('update jobs set scheduled_start = $2 where id = $1', [id, start]);

test('a rule comes before each start that an appointment has, once, and with the fields of the appointment', async () => {
  const rule = await rules.add({ on: before(1, 'days'), do: [text('Until {{starts_at}}, {{customer.name}}!')] });
  const dana = await aCustomer(inbox.shop.full, { phone: '+16135550142' });
  const job = await aStoredJob(service, inbox.shop, dana, { scheduledStart: at('2026-03-03T15:30:00.000Z') });
  await rules.sweep();
  expect(await rules.runs(rule)).toEqual([]);
  service.clock.pass(30 * 60_000);
  await rules.sweep();
  await rules.sweep();
  expect(await rules.outcome(rule)).toEqual(['done']);
  expect((await inbox.handedOver()).map(({ to, body }) => [to, body])).toEqual([
    ['+16135550142', expect.stringContaining('Dana Whitfield!')],
  ]);
  await move(job.id, '2026-03-03T15:40:00.000Z');
  service.clock.pass(10 * 60_000);
  await rules.sweep();
  expect(await inbox.handedOver()).toHaveLength(2);
});

test('nothing comes before an appointment that was canceled, has passed, or was missed by more than an hour', async () => {
  const rule = await rules.add({ on: before(2, 'hours'), createdAt: at('2026-01-01T09:00:00.000Z'), do: [task('Prepare')] });
  const dana = await aCustomer(inbox.shop.full);
  const job = (scheduledStart: string, stage: 'scheduled' | 'canceled' | 'in_progress') =>
    aStoredJob(service, inbox.shop, dana, { scheduledStart: at(scheduledStart), stage });
  await job('2026-03-02T17:00:00.000Z', 'canceled');
  await job('2026-03-02T17:00:00.000Z', 'in_progress');
  await job('2026-03-02T15:59:00.000Z', 'scheduled');
  const { id } = await job('2026-03-02T16:01:00.000Z', 'scheduled');
  await rules.sweep();
  expect(await rules.runs(rule)).toMatchObject([{ jobId: id, status: 'done' }]);
});

test('a rule that is younger than the time before an appointment does nothing for it', async () => {
  const rule = await rules.add({ on: before(2, 'hours'), do: [task('Prepare')] });
  await aStoredJob(service, inbox.shop, await aCustomer(inbox.shop.full), { scheduledStart: at('2026-03-02T16:59:00.000Z') });
  await rules.sweep();
  expect(await rules.runs(rule)).toEqual([]);
});

test('an appointment that was moved while its reminder waited is not reminded of', async () => {
  const rule = await rules.add({ on: before(1, 'hours'), do: [task('Prepare', { after: { unit: 'minutes', count: 10 } })] });
  const job = await aStoredJob(service, inbox.shop, await aCustomer(inbox.shop.full), {
    scheduledStart: at('2026-03-02T16:00:00.000Z'),
  });
  await rules.sweep();
  await move(job.id, '2026-03-04T16:00:00.000Z');
  await rules.later(10);
  expect(await rules.outcome(rule)).toEqual(['not_done: appointment_moved']);
});

test('days after a job was completed, and only completed', async () => {
  const wait = { unit: 'days', count: 3 } as const;
  const rule = await rules.add({ on: { kind: 'after', anchor: 'job.completed', wait }, do: [task('Ask for a review')] });
  const dana = await aCustomer(inbox.shop.full);
  const job = await aStoredJob(service, inbox.shop, dana);
  await inbox.shop.full.patch(`/jobs/${job.id}`, { stage: 'in_progress' });
  await inbox.shop.full.patch(`/jobs/${job.id}`, { stage: 'completed' });
  await rules.follow();
  await rules.later(3 * 1440 - 1);
  expect(await total()).toBe(0);
  await rules.later(1);
  const [made] = (await inbox.shop.read.post('/tasks/list', {})).body.data.items;
  expect(made).toMatchObject({ title: 'Ask for a review', job_id: job.id, customer_id: dana.id });
  expect(await rules.outcome(rule)).toEqual(['done']);
});
