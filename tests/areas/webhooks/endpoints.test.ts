import type { ServerResponse } from 'node:http';
import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aWebhook } from '../../support/builders/a-webhook.js';
import { deliver, startDelivering } from '../../support/delivering.js';
import { doDueWork, react } from '../../support/due-work.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { answering, Subscriber } from '../../support/subscriber.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let service: TestService;
let subscriber: Subscriber;
let healthy: Subscriber;
let shop: TestShop;

beforeAll(async () => {
  [service, subscriber, healthy] = await Promise.all([
    startTestService({ privateWebhooks: true }),
    Subscriber.start(),
    Subscriber.start(),
  ]);
});
beforeEach(async () => {
  subscriber.reset();
  healthy.reset();
  service.clock.restart();
  shop = await service.shop();
});
afterEach(() => service.sql('delete from webhooks'));
afterAll(async () => {
  await service.stop();
  await Promise.all([subscriber.stop(), healthy.stop()]);
});

const createLead = (name: string): Promise<unknown> => shop.full.post('/leads', { name });

/** The number of tries of a subscription that have each status. */
async function statuses(webhook: string): Promise<Record<string, number>> {
  const sql = 'select status, count(*)::integer as n from webhook_deliveries where webhook_id = $1 group by status';
  const rows = await service.sql<{ status: string; n: number }>(sql, [webhook]);
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

interface State {
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly failing: boolean;
  readonly warned: boolean;
}

async function stateOf(webhook: string): Promise<State | undefined> {
  const [state] = await service.sql<State>(
    `select enabled, disabled_reason, failing_since is not null as failing, warned_at is not null as warned
      from webhooks where id = $1`,
    [webhook],
  );
  return state;
}

const failingEvents = (): readonly Record<string, unknown>[] =>
  healthy.received.filter(({ event }) => event.type === 'webhook.failing').map(({ event }) => event.data);

test('a subscriber that answers 410 is asked no more, and everybody is told', async () => {
  await aStaffMember(service, shop, { role: 'owner', email: 'olive@shop.example' });
  await aStaffMember(service, shop, { role: 'manager', email: 'max@shop.example' });
  const webhook = await aWebhook(service, shop, subscriber.url);
  await aWebhook(service, shop, healthy.url);
  subscriber.answer = answering(500);
  await createLead('Dana');
  await deliver(service);
  subscriber.answer = answering(410);
  await createLead('Sam');
  await deliver(service);
  expect(await stateOf(webhook)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  await doDueWork(service);
  expect(await statuses(webhook)).toEqual({ failed: 2, canceled: 1 });
  await createLead('Kim');
  await deliver(service);
  expect(subscriber.received.length).toBe(2);
  expect(failingEvents()).toMatchObject([
    { id: webhook, enabled: false, disabled_reason: 'gone', disables_at: null, previous: { enabled: true } },
  ]);
  const mails = await service.container.get(SandboxOutbox).newest(shop.id, 10, null);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['olive@shop.example', 'A webhook was switched off']]);
});

test('a subscriber that fails for five days is warned of after four, and then switched off', async () => {
  await aStaffMember(service, shop, { role: 'owner', email: 'olive@shop.example' });
  const webhook = await aWebhook(service, shop, subscriber.url, { events: ['task.created'] });
  await aWebhook(service, shop, healthy.url);
  subscriber.answer = answering(500);
  const seen: [number, boolean | undefined, boolean | undefined][] = [];
  for (let day = 0; day <= 5; day += 1) {
    await shop.full.post('/tasks', { title: `Day ${day}` });
    await deliver(service);
    const state = await stateOf(webhook);
    seen.push([day, state?.warned, state?.enabled]);
    service.clock.pass(DAY_MS);
  }
  expect(seen.slice(3)).toEqual([
    [3, false, true],
    [4, true, true],
    [5, true, false],
  ]);
  await deliver(service);
  expect(failingEvents()).toMatchObject([
    { failing_since: '2026-03-02T15:00:00.000Z', disables_at: '2026-03-07T15:00:00.000Z', enabled: true },
    { failing_since: '2026-03-02T15:00:00.000Z', disables_at: null, enabled: false, disabled_reason: 'failing' },
  ]);
  const mails = await service.container.get(SandboxOutbox).newest(shop.id, 10, null);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['A webhook is failing', 'A webhook was switched off']);
  const lines = service.log.lines.map(({ message }) => message);
  expect(lines).toEqual(expect.arrayContaining(['a subscription will be disabled', 'a subscription was disabled']));
});

test('a success in between begins the five days anew', async () => {
  const webhook = await aWebhook(service, shop, subscriber.url, { events: ['task.created'] });
  for (let day = 0; day <= 7; day += 1) {
    subscriber.answer = answering(day === 3 ? 200 : 500);
    await service.sql(`delete from webhook_deliveries where status = 'pending'`);
    await shop.full.post('/tasks', { title: `Day ${day}` });
    await deliver(service);
    service.clock.pass(DAY_MS);
  }
  expect(await stateOf(webhook)).toEqual({ enabled: true, disabled_reason: null, failing: true, warned: false });
});

test('an endpoint that hangs delays nobody, and a try that a stop cuts off does not count', async () => {
  const hanging: ServerResponse[] = [];
  subscriber.answer = (response) => hanging.push(response);
  const webhook = await aWebhook(service, shop, subscriber.url);
  await aWebhook(service, shop, healthy.url);
  for (let lead = 1; lead <= 12; lead += 1) await createLead(`Lead ${lead}`);
  await react(service);
  const delivering = startDelivering(service);
  expect(
    await eventually(
      () => [hanging.length, healthy.received.length],
      ([a, b]) => a === 8 && b === 12,
    ),
  ).toEqual([8, 12]);
  await delivering.stop();
  expect(await statuses(webhook)).toEqual({ pending: 12 });
  const cutOff = subscriber.received.map(({ event }) => event.id);
  subscriber.reset();
  await deliver(service);
  expect(await statuses(webhook)).toEqual({ delivered: 12 });
  const repeated = subscriber.received.map(({ event }) => event.id).filter((id) => cutOff.includes(id));
  expect([subscriber.received.length, repeated.length]).toEqual([12, 8]);
});

test('an answer that comes soon after the stop counts', async () => {
  const held: ServerResponse[] = [];
  subscriber.answer = (response) => held.push(response);
  const webhook = await aWebhook(service, shop, subscriber.url);
  await createLead('Dana');
  await react(service);
  const delivering = startDelivering(service);
  await eventually(
    () => held.length,
    (n) => n === 1,
  );
  const stopped = delivering.stop();
  held[0]?.writeHead(200).end();
  await stopped;
  expect(await statuses(webhook)).toEqual({ delivered: 1 });
});

test('what was canceled while it was on its way stays canceled, and is not tried again', async () => {
  const held: ServerResponse[] = [];
  subscriber.answer = (response) => held.push(response);
  const webhook = await aWebhook(service, shop, subscriber.url);
  await createLead('Dana');
  await react(service);
  const delivering = startDelivering(service);
  await eventually(
    () => held.length,
    (n) => n === 1,
  );
  await service.sql(`update webhook_deliveries set status = 'canceled', next_attempt_at = null where webhook_id = $1`, [webhook]);
  held[0]?.writeHead(500).end();
  await delivering.stop();
  expect(await statuses(webhook)).toEqual({ canceled: 1 });
});

test('an outcome that cannot be stored at once is stored later, and the event is not sent again', async () => {
  const held: ServerResponse[] = [];
  subscriber.answer = (response) => held.push(response);
  const webhook = await aWebhook(service, shop, subscriber.url);
  await createLead('Dana');
  await react(service);
  const delivering = startDelivering(service);
  await eventually(
    () => held.length,
    (n) => n === 1,
  );
  await service.sql('alter table webhook_deliveries rename to away');
  held[0]?.writeHead(200).end();
  const isLogged = (): boolean => service.log.lines.some(({ message }) => message === 'ended deliveries cannot be stored');
  expect(await eventually(isLogged, Boolean)).toBe(true);
  await service.sql('alter table away rename to webhook_deliveries');
  const stored = await eventually(
    () => statuses(webhook),
    ({ delivered }) => delivered === 1,
  );
  await delivering.stop();
  expect([stored, subscriber.received.length]).toEqual([{ delivered: 1 }, 1]);
});
