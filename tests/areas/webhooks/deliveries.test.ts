import { randomUUID } from 'node:crypto';
import { CleanUpWebhook } from '../../../application/areas/webhooks/end-subscription.js';
import type { WebhookId } from '../../../domain/shared/id.js';
import { causesOf, eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { countsOf, rowOf, subscribed, waiting } from '../../support/webhook-shop.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});

const cleanUp = (id: string): Promise<boolean> =>
  service.container.get(CleanUpWebhook).run({ shop: shop.id, id: id as WebhookId }); // safe: an id
const switchTo = (id: string, enabled: boolean) => shop.full.patch(`/webhooks/${id}`, { enabled });
const dueAt = async (id: string): Promise<unknown> => (await rowOf(service, { id: id as never }))?.['due_at']; // safe: an id

const WAITS = { attempt: 1, status: 'pending', response_status: null, response_body: null, error: null, duration_ms: null };

describe('POST /webhooks/{id}/test', () => {
  it('stores the event ping with the webhook as data, and a delivery that waits', async () => {
    const { secret: _, ...webhook } = await subscribed(shop, { events: ['lead.created'] });
    const answer = await shop.full.post(`/webhooks/${webhook.id}/test`);
    const [event] = await eventsOf(service, webhook);
    const now = service.clock.now();
    expect(event).toMatchObject({ type: 'ping', data: webhook });
    expect(await causesOf(service, webhook)).toMatchObject([{ type: 'ping', cause: { operation: 'webhooks.test' } }]);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      ...WAITS,
      id: expect.any(String),
      event_id: expect.any(String),
      event_type: 'ping',
      created_at: now,
      next_attempt_at: now,
    });
    const log = await shop.read.get(`/webhooks/${webhook.id}/deliveries`);
    expect(log.body).toEqual({ data: [answer.body.data], meta: { next_cursor: null } });
  });

  it('concerns this webhook alone', async () => {
    const [{ id }, other] = [await subscribed(shop), await subscribed(shop)];
    await shop.full.post(`/webhooks/${id}/test`);
    expect([await countsOf(service, id), await countsOf(service, other.id)]).toEqual([{ pending: 1 }, {}]);
  });

  it('is refused while the webhook is off, and stores nothing', async () => {
    const webhook = await subscribed(shop);
    await switchTo(webhook.id, false);
    const answer = await shop.full.post(`/webhooks/${webhook.id}/test`);
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'conflict', message: expect.stringContaining('off') } } });
    expect([await eventsOf(service, webhook), await countsOf(service, webhook.id)]).toEqual([[], {}]);
  });
});

describe('POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', () => {
  async function delivered(): Promise<{ webhook: string; delivery: string; event: string }> {
    const { id: webhook } = await subscribed(shop);
    const { id: delivery, event_id: event } = (await shop.full.post(`/webhooks/${webhook}/test`)).body.data;
    await service.sql(`update webhook_deliveries set status = 'exhausted', attempt = 10, next_attempt_at = null where id = $1`, [
      delivery,
    ]);
    return { webhook, delivery, event };
  }

  it('adds a delivery of the same event with tries of its own, and leaves the first as it is', async () => {
    const { webhook, delivery, event } = await delivered();
    service.clock.pass(1);
    const answer = await shop.full.post(`/webhooks/${webhook}/deliveries/${delivery}/redeliver`);
    const now = service.clock.now();
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ ...WAITS, event_id: event, event_type: 'ping', next_attempt_at: now });
    const log = (await shop.read.get(`/webhooks/${webhook}/deliveries`)).body.data;
    expect(log).toMatchObject([answer.body.data, { id: delivery, status: 'exhausted', attempt: 10 }]);
    expect((await shop.read.get(`/webhooks/${webhook}/deliveries?status=exhausted`)).body.data).toHaveLength(1);
  });

  it('is refused while the webhook is off, and when the event is no longer kept or was erased', async () => {
    const { webhook, delivery, event } = await delivered();
    const refused = async (): Promise<unknown> => {
      const { status, body } = await shop.full.post(`/webhooks/${webhook}/deliveries/${delivery}/redeliver`);
      return [status, body.error.message];
    };
    await switchTo(webhook, false);
    expect(await refused()).toEqual([409, expect.stringContaining('switched off')]);
    await switchTo(webhook, true);
    const [stored] = await service.sql<{ data: object }>('select data from outbox where id = $1', [event]);
    await service.sql(`update outbox set data = '{}' where id = $1`, [event]);
    expect(await refused()).toEqual([409, expect.stringContaining('erased')]);
    await service.sql('delete from outbox where id = $1', [event]);
    expect(await refused()).toEqual([409, expect.stringContaining('no longer kept')]);
    expect([stored?.data, await countsOf(service, webhook)]).toEqual([expect.any(Object), { exhausted: 1 }]);
  });

  it('answers 404 for a delivery of another webhook', async () => {
    const { delivery } = await delivered();
    const { id: other } = await subscribed(shop);
    for (const one of [delivery, randomUUID()]) {
      const answer = await shop.full.post(`/webhooks/${other}/deliveries/${one}/redeliver`);
      expect(answer).toMatchObject({ status: 404, body: { error: { message: 'delivery not found' } } });
    }
  });
});

describe('a webhook that is switched off', () => {
  it('has its waiting deliveries canceled at once, and begins anew when it is switched on', async () => {
    const { id } = await subscribed(shop);
    await waiting(service, shop, id, 3);
    await switchTo(id, false);
    expect(await countsOf(service, id)).toEqual({ canceled: 3 });
    const [entry] = (await shop.read.get(`/webhooks/${id}/deliveries`)).body.data;
    expect(entry).toMatchObject({ status: 'canceled', next_attempt_at: null });
    // The relay may have added one that it had begun before.
    await waiting(service, shop, id, 1);
    await switchTo(id, true);
    expect([await countsOf(service, id), await dueAt(id)]).toEqual([{ canceled: 4 }, null]);
  });

  it('leaves a large number to background work, and cannot be switched on before that is done', async () => {
    const { id } = await subscribed(shop);
    await waiting(service, shop, id, 2_100);
    expect((await switchTo(id, false)).status).toBe(200);
    expect(await countsOf(service, id)).toEqual({ canceled: 1_000, pending: 1_100 });
    expect(await dueAt(id)).toBe(service.clock.now());
    const early = await switchTo(id, true);
    expect([early.status, early.body.error.message]).toEqual([409, expect.stringContaining('still being canceled')]);
    expect((await shop.read.get(`/webhooks/${id}`)).body.data.enabled).toBe(false);
    expect(await cleanUp(id)).toBe(true);
    expect(await countsOf(service, id)).toEqual({ canceled: 2_100 });
    expect((await switchTo(id, true)).status).toBe(200);
    await waiting(service, shop, id, 1);
    expect([await cleanUp(id), await countsOf(service, id)]).toEqual([true, { canceled: 2_100, pending: 1 }]);
  });
});

it('a webhook that was deleted goes with its deliveries by background work', async () => {
  const [{ id }, other] = [await subscribed(shop), await subscribed(shop)];
  await waiting(service, shop, id, 1_100);
  await waiting(service, shop, other.id, 1);
  expect((await shop.full.send('DELETE', `/api/v1/webhooks/${id}`, {})).status).toBe(204);
  expect(await dueAt(id)).toBe(service.clock.now());
  expect(await cleanUp(id)).toBe(true);
  expect(await rowOf(service, { id })).toBeUndefined();
  expect([await countsOf(service, id), await countsOf(service, other.id)]).toEqual([{}, { pending: 1 }]);
  expect(await cleanUp(id)).toBe(true);
});
