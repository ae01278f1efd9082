import { randomUUID } from 'node:crypto';
import { insert } from '../builders/insert.js';
import { numbered } from '../keyset-model.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly quote: string;
  }
}

const STATUSES = ['draft', 'sent', 'sent', 'expired'];

export const quotes: TestedArea = {
  samples: {
    'quotes.search': () => ({ input: { status: 'sent', limit: 10 } }),
    'quotes.list': () => ({ input: { status: 'sent', limit: 10, offset: 0 } }),
  },
  cursorLists: [
    {
      table: 'quotes',
      path: '/quotes',
      columns: (row, owner) => ({ ...numbered(row, owner), total: row.pick, status: STATUSES[row.pick] }),
      filters: [
        [() => '', () => true],
        [() => 'status=sent', ({ pick }) => pick === 1 || pick === 2],
        [() => 'status=viewed', () => false],
        // This list does not support `imported`, so the parameter is ignored.
        [() => 'status=draft&imported=true', ({ pick }) => pick === 0],
      ],
    },
  ],
  store: async (service, { id: shop }, { customer }) => {
    const row = { shop_id: shop, id: randomUUID(), number: 1, customer_id: customer, status: 'sent', total: 11_300 };
    return { quote: (await insert(service, 'quotes', { ...row, created_at: '2026-03-01T09:00:00.000Z' })).id };
  },
};
