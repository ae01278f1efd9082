import { createServer, type AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { aWebhook, SECRET } from '../../support/builders/a-webhook.js';
import { deliver } from '../../support/delivering.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { answering, Subscriber, type Answer, type ReceivedDelivery } from '../../support/subscriber.js';

const FORMER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

let service: TestService;
let subscriber: Subscriber;
let shop: TestShop;

beforeAll(async () => {
  [service, subscriber] = await Promise.all([startTestService({ privateWebhooks: true }), Subscriber.start()]);
});
beforeEach(async () => {
  subscriber.reset();
  shop = await service.shop();
});
afterEach(() => service.sql('delete from webhooks'));
afterAll(async () => {
  await service.stop();
  await subscriber.stop();
});

interface LogRow {
  readonly attempt: number;
  readonly status: string;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
  readonly wait: number | null;
}

/** The log of a subscription, in the order of the tries. `wait` is in seconds from now. */
async function log(webhook: string): Promise<LogRow[]> {
  const rows = await service.sql<Omit<LogRow, 'wait'> & { readonly wait: string | null }>(
    `select attempt, status, response_status, response_body, error,
        extract(epoch from next_attempt_at - $2::timestamptz) as wait
      from webhook_deliveries where webhook_id = $1 order by created_at, id`,
    [webhook, service.clock.now()],
  );
  return rows.map(({ wait, ...row }) => ({ ...row, wait: wait === null ? null : Number(wait) }));
}

const createLead = async (name = 'Dana'): Promise<string> =>
  (await shop.full.post('/leads', { name, email: `${name.toLowerCase()}@example.com` })).body.data.id as string;

function isSigned({ headers, body }: ReceivedDelivery, secret: string): boolean {
  const id = String(headers['webhook-id']);
  const time = new Date(Number(headers['webhook-timestamp']) * 1000);
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(id, time, body));
}

test('an event that an earlier release stored has an operator, too, which is nobody', async () => {
  await aWebhook(service, shop, subscriber.url);
  await createLead();
  await service.sql(`update outbox set cause = cause - 'operator' where shop_id = $1`, [shop.id]);
  await deliver(service);
  await service.sql('delete from outbox where shop_id = $1', [shop.id]); // it is not stored as an event is now
  expect(subscriber.received[0]?.event).toMatchObject({ cause: { operation: 'leads.create', operator: null } });
});

test('an event goes to each subscription that wants it, signed, with the record as the API answers it', async () => {
  const other = await service.shop();
  const webhook = await aWebhook(service, shop, `${subscriber.url}/all`);
  await aWebhook(service, shop, `${subscriber.url}/leads`, { events: ['lead.updated', 'lead.created'] });
  await aWebhook(service, shop, `${subscriber.url}/tasks`, { events: ['task.created'] });
  await aWebhook(service, shop, `${subscriber.url}/off`, { enabled: false });
  await aWebhook(service, other, `${subscriber.url}/other`);
  const lead = await createLead();
  await deliver(service);
  expect(subscriber.received.map(({ path }) => path).sort()).toEqual(['/hook/all', '/hook/leads']);
  const [first, second] = subscriber.received;
  expect(first?.event).toEqual(second?.event);
  const record = (await shop.read.get(`/leads/${lead}`)).body.data;
  expect(first?.event).toMatchObject({
    type: 'lead.created',
    shop_id: shop.id,
    data: record,
    cause: { operation: 'leads.create' },
  });
  expect(first?.headers).toMatchObject({ 'webhook-id': first?.event.id, 'content-type': 'application/json' });
  expect([isSigned(first!, SECRET), isSigned(first!, FORMER)]).toEqual([true, false]);
  expect(await log(webhook)).toMatchObject([{ attempt: 1, status: 'delivered', response_status: 200, error: null, wait: null }]);
  const [row] = await service.sql('select last_success_at::text, last_failure_at, failing_since from webhooks where id = $1', [
    webhook,
  ]);
  expect(row).toEqual({ last_success_at: '2026-03-02 15:00:00+00', last_failure_at: null, failing_since: null });
});

test('after a rotation the former secret signs too, until its time is over', async () => {
  const until = '2026-03-03T15:00:00.000Z';
  await aWebhook(service, shop, subscriber.url, { former_secret: FORMER, former_secret_until: until });
  await createLead();
  await deliver(service);
  service.clock.set(until);
  await createLead('Sam');
  await deliver(service);
  expect(subscriber.received.map((one) => [isSigned(one, SECRET), isSigned(one, FORMER)])).toEqual([
    [true, true],
    [true, false],
  ]);
  service.clock.restart();
});

const reset: Answer = (response) => response.destroy();
const BIG = Buffer.alloc(10_000_000, 'a').toString();

test.each<[string, Answer, Partial<LogRow>]>([
  ['500', answering(500, {}, 'out of order'), { response_status: 500, response_body: 'out of order', error: null }],
  ['404', answering(404), { response_status: 404, response_body: '', error: null }],
  ['a redirect', answering(302, { location: '/elsewhere' }), { response_status: 302, error: 'redirects are not followed' }],
  ['a reset', reset, { response_status: null, response_body: null, error: expect.stringMatching(/^reset: /) as string }],
  ['10 MB', answering(500, {}, BIG), { response_status: 500, response_body: 'a'.repeat(1024) }],
])('a try that ends with %s is a failure, and there is another one after about five seconds', async (_, answer, expected) => {
  subscriber.answer = answer;
  const webhook = await aWebhook(service, shop, subscriber.url);
  await createLead();
  await deliver(service);
  const [failed, next, ...others] = await log(webhook);
  expect(failed).toMatchObject({ attempt: 1, status: 'failed', ...expected });
  expect(next).toMatchObject({ attempt: 2, status: 'pending', response_status: null, wait: failed?.wait });
  expect(Math.abs((next?.wait ?? 0) - 5)).toBeLessThanOrEqual(1);
  expect([others, subscriber.received.length]).toEqual([[], 1]);
});

test('a subscriber that cannot be reached, or must not be, fails with the reason', async () => {
  const closed = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo; // a server that listens on a port has such an address
      server.close(() => resolve(port));
    });
  });
  const dead = await aWebhook(service, shop, `http://127.0.0.1:${closed}`);
  const wrong = await aWebhook(service, shop, 'ftp://127.0.0.1/hook');
  await createLead();
  await deliver(service);
  expect((await log(dead))[0]).toMatchObject({ status: 'failed', error: expect.stringMatching(/^connect: /) as string });
  expect((await log(wrong))[0]).toMatchObject({ status: 'failed', error: expect.stringMatching(/^refused_address: /) as string });
});

test('a delivery that always fails has ten tries, always with the same webhook-id, and is then exhausted', async () => {
  subscriber.answer = answering(503);
  const webhook = await aWebhook(service, shop, subscriber.url);
  await createLead();
  for (let tries = 1; tries <= 10; tries += 1) {
    await deliver(service);
    const rows = await log(webhook);
    expect(rows.map(({ status }) => status)).toEqual([
      ...Array(tries - 1).fill('failed'),
      ...(tries < 10 ? ['failed', 'pending'] : ['exhausted']),
    ]);
    service.clock.pass(Math.ceil((rows.at(-1)?.wait ?? 0) * 1000));
  }
  const ids = subscriber.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([10, 1]);
  const lines = service.log.lines.filter(({ detail }) => (detail as { webhook?: string }).webhook === webhook);
  expect(lines.map(({ message }) => message)).toEqual(['deliveries to a subscription fail', 'a delivery was given up']);
  expect(lines[1]?.detail).toMatchObject({
    shop: shop.id,
    kind: 'lead.created',
    attempts: 10,
    reason: 'the receiver answered 503',
  });
  service.clock.restart();
});

test('Retry-After makes one step longer', async () => {
  subscriber.answer = answering(429, { 'retry-after': '120' });
  const webhook = await aWebhook(service, shop, subscriber.url);
  await createLead();
  await deliver(service);
  expect((await log(webhook)).at(-1)).toMatchObject({ status: 'pending', wait: 120 });
});

test('a further try sends the event as it is stored then, and none when it was deleted', async () => {
  const webhook = await aWebhook(service, shop, subscriber.url);
  await createLead();
  subscriber.answer = answering(500);
  await deliver(service);
  await service.sql(`update outbox set data = data || '{"name":"Unnamed lead","email":null}' where shop_id = $1`, [shop.id]);
  service.clock.pass(10_000);
  await deliver(service);
  expect(subscriber.received.map(({ event }) => event.data['name'])).toEqual(['Dana', 'Unnamed lead']);
  await service.sql('delete from outbox where shop_id = $1', [shop.id]);
  service.clock.pass(600_000);
  await deliver(service);
  expect((await log(webhook)).at(-1)).toMatchObject({
    status: 'canceled',
    error: 'the event is too old and was deleted',
    wait: null,
  });
  expect(subscriber.received.length).toBe(2);
  service.clock.restart();
});

test('a secret that no key opens makes its deliveries fail with a sentence that says so', async () => {
  const webhook = await aWebhook(service, shop, subscriber.url);
  await service.sql(`update webhooks set secret = 'c2VhbGVk' where id = $1`, [webhook]);
  await createLead();
  await deliver(service);
  expect((await log(webhook))[0]).toMatchObject({ status: 'failed', error: expect.stringContaining('rotate-secret') as string });
  expect(subscriber.received).toEqual([]);
});

test('an internal event, and a ping to another subscription, go to nobody', async () => {
  const webhook = await aWebhook(service, shop, subscriber.url);
  await service.sql(
    `insert into outbox (shop_id, id, type, data, created_at)
      select $1, gen_random_uuid(), t.type, '{}', $2 from unnest($3::text[]) as t (type)`,
    [shop.id, service.clock.now(), ['vehicle.decode_missed', 'ping']],
  );
  await createLead();
  await deliver(service);
  await service.sql(`delete from outbox where type <> 'lead.created'`);
  expect(await log(webhook)).toMatchObject([{ status: 'delivered' }]);
  expect(subscriber.received.map(({ event }) => event.type)).toEqual(['lead.created']);
});

test('a webhook that the API made gets its test and a redelivery, signed with the secret that was shown', async () => {
  const { id, secret } = (await shop.full.post('/webhooks', { url: subscriber.url, events: ['lead.created'] })).body.data;
  const { body } = await shop.full.post(`/webhooks/${id}/test`, {});
  await deliver(service);
  await shop.full.post(`/webhooks/${id}/deliveries/${body.data.id}/redeliver`, {});
  await deliver(service);
  expect(subscriber.received.map(({ event }) => event.type)).toEqual(['ping', 'ping']);
  expect(new Set(subscriber.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(subscriber.received.every((one) => isSigned(one, secret as string))).toBe(true);
  const { data } = (await shop.read.get(`/webhooks/${id}/deliveries`)).body;
  expect(data).toMatchObject([
    { status: 'delivered', response_status: 200 },
    { status: 'delivered', attempt: 1 },
  ]);
});
