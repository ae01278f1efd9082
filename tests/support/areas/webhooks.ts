import { randomUUID } from 'node:crypto';
import type { TestService, TestShop } from '../service.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly webhook: string;
    readonly delivery: string;
    /** a webhook that can be deleted again and again */
    readonly lastingWebhook: string;
  }
}

const DELIVERIES = ['pending', 'failed', 'failed', 'delivered'];
const AT = '2026-03-01T09:00:00.000Z';
const LASTING = 'comes back when it is deleted';

/** An address that needs no look-up of a name. Nothing is sent there. */
const URL_OF_A_HOOK = 'https://1.1.1.1/shop';

export const webhooks: TestedArea = {
  samples: {
    'webhooks.list': () => ({ input: {} }),
    'webhooks.create': () => ({ input: { url: URL_OF_A_HOOK, events: ['lead.created', 'ping'], description: 'Accounting' } }),
    'webhooks.read': ({ webhook }) => ({ input: {}, path: { id: webhook }, references: { id: [webhook, 404] } }),
    'webhooks.update': ({ webhook }) => ({
      input: { url: URL_OF_A_HOOK, events: ['lead.created'], description: 'Accounting', enabled: true },
      path: { id: webhook },
      references: { id: [webhook, 404] },
    }),
    'webhooks.delete': ({ lastingWebhook }) => ({
      input: {},
      path: { id: lastingWebhook },
      references: { id: [lastingWebhook, 404] },
    }),
    'webhooks.rotate_secret': ({ webhook }) => ({ input: {}, path: { id: webhook }, references: { id: [webhook, 404] } }),
    'webhooks.test': ({ webhook }) => ({ input: {}, path: { id: webhook }, references: { id: [webhook, 404] } }),
    'webhooks.deliveries': ({ webhook }) => ({
      input: { status: 'canceled', limit: 10 },
      path: { id: webhook },
      references: { id: [webhook, 404] },
    }),
    'webhooks.redeliver': ({ webhook, delivery }) => ({
      input: {},
      path: { id: webhook, delivery_id: delivery },
      references: { id: [webhook, 404], delivery_id: [delivery, 404] },
    }),
  },
  cursorLists: [
    {
      table: 'webhook_deliveries',
      path: '/webhooks/:id/deliveries',
      columns: ({ id, pick }, owner) => ({
        webhook_id: owner,
        event_id: id,
        event_type: 'lead.created',
        attempt: 1,
        status: DELIVERIES[pick],
      }),
      beside: (owner) => ['webhooks', { id: owner, url: 'https://hooks.invalid', enabled: true, secret: 'sealed', version: 1 }],
      filters: [
        [() => '', () => true],
        [() => 'status=failed', ({ pick }) => pick === 1 || pick === 2],
        [() => 'status=pending', ({ pick }) => pick === 0],
        [() => 'status=exhausted', () => false],
      ],
    },
  ],
  events: {
    'webhook.failing': { by: null, previous: true },
    ping: { by: 'webhooks.test', previous: false },
  },
  store: fillWebhooks,
};

/** Stores two webhooks, and a delivery of an event that the shop has announced. */
async function fillWebhooks(
  service: TestService,
  { id: shop }: TestShop,
): Promise<{ webhook: string; delivery: string; lastingWebhook: string }> {
  const ids = { webhook: randomUUID(), delivery: randomUUID(), lastingWebhook: randomUUID() };
  await service.sql(
    `insert into webhooks (shop_id, id, url, enabled, description, secret, created_at, version)
     select $1, w.id, 'https://hooks.invalid/shop', true, w.description, 'sealed', $4, 1
     from unnest($2::uuid[], $3::text[]) as w (id, description)`,
    [shop, [ids.webhook, ids.lastingWebhook], [null, LASTING], AT],
  );
  await service.sql(
    `insert into webhook_deliveries (shop_id, id, webhook_id, event_id, event_type, attempt, status, created_at)
     select $1, $2, $3, o.id, o.type, 1, 'canceled', $4 from outbox o where o.shop_id = $1 limit 1`,
    [shop, ids.delivery, ids.webhook, AT],
  );
  await makeLasting(service);
  return ids;
}

/** The suites delete a webhook many times, and a shop has too few for that. So the database brings such a webhook back. */
async function makeLasting(service: TestService): Promise<void> {
  await service.sql(`create or replace function bring_back() returns trigger language plpgsql as
    'begin new.deleted_at := null; new.due_at := null; new.enabled := true; return new; end'`);
  await service.sql(`create or replace trigger lasting before update on webhooks for each row
    when (new.deleted_at is not null and new.description = '${LASTING}') execute function bring_back()`);
}
