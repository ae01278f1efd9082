import type { ShopRecords } from '../records.js';
import type { Sample } from '../samples.js';

/** An address that needs no look-up of a name. Nothing is sent there. */
const URL_OF_A_HOOK = 'https://1.1.1.1/shop';

/** The samples of the area `webhooks`, as `samples` has them. */
export const webhooksSamples: Readonly<Record<string, (records: ShopRecords) => Sample>> = {
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
};
