import { randomUUID } from 'node:crypto';
import { created } from '../builders/records.js';
import { UNTAGGED } from '../keyset-model.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly customer: string;
  }
}

export const customers: TestedArea = {
  samples: {
    'customers.search': () => ({
      input: {
        ...{ email: 'dana@example.com', phone: '6135550142', limit: 10 },
        ...{ external_id: 'crm-1042', metadata: { plan: 'gold' } },
      },
    }),
    'customers.create': () => ({
      input: {
        name: 'Dana Whitfield',
        email: `${randomUUID()}@example.com`,
        consent_source: 'web_form',
        consent_captured_at: '2026-01-01T00:00:00Z',
        consent_note: 'ticked the box',
        external_id: randomUUID(),
        metadata: { plan: 'gold' },
      },
    }),
    'customers.put': () => ({
      input: {
        ...{ name: 'Dana Whitfield', email: `${randomUUID()}@example.com`, consent_source: 'web_form' },
        ...{ consent_captured_at: '2026-01-01T00:00:00Z', consent_note: 'ticked the box', metadata: { plan: 'gold' } },
      },
      path: { external_id: randomUUID() },
    }),
    'customers.read': ({ customer }) => ({ input: {}, path: { id: customer }, references: { id: [customer, 404] } }),
    'customers.update': ({ customer }) => ({
      input: {
        name: 'Dana W.',
        email: `${randomUUID()}@example.com`,
        tags: ['fleet'],
        is_vip: true,
        city: 'Ottawa',
        region: 'ON',
        postal_code: 'K1A 0A6',
        external_id: `crm-${customer}`,
        metadata: { plan: 'gold', old: null },
      },
      path: { id: customer },
      references: { id: [customer, 404] },
    }),
    'customers.list': () => ({
      input: { q: 'dana', email: 'dana@example.com', phone: '6135550142', tag: 'fleet', vip: true, limit: 10, offset: 0 },
    }),
    'customers.get': ({ customer }) => ({ input: { id: customer }, references: { id: [customer, 404] } }),
  },
  cursorLists: [
    {
      table: 'customers',
      path: '/customers',
      columns: ({ id }) => ({ email: `${id}@example.com`, ...UNTAGGED }),
      filters: [
        [() => '', () => true],
        [
          () => 'created_since=2026-03-02T15:00:00.001Z&created_until=2026-03-02T15:00:00.003Z',
          ({ at }) => at >= '2026-03-02T15:00:00.001Z' && at < '2026-03-02T15:00:00.003Z',
        ],
      ],
    },
  ],
  events: {
    'customer.created': { by: 'customers.create', previous: false },
    'customer.updated': { by: 'customers.update', previous: true },
    'customer.erased': { by: 'customers.erase', previous: false },
    'customer.texting_blocked': { by: null, previous: false },
    'customer.texting_unblocked': { by: null, previous: false },
  },
  store: async (_service, { full }) => {
    const given = { name: 'Owner of a car', email: `${randomUUID()}@example.com`, phone: '613 555 0190' };
    return { customer: (await created(full, '/customers', given)).id };
  },
};
