import { randomUUID } from 'node:crypto';
import { insert } from '../builders/insert.js';
import { numbered } from '../keyset-model.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    readonly invoice: string;
  }
}

const STATUSES = ['draft', 'open', 'open', 'paid'];

export const invoices: TestedArea = {
  samples: {
    'invoices.search': () => ({ input: { status: 'open', imported: false, limit: 10 } }),
    'invoices.list': () => ({ input: { status: 'open', imported: false, limit: 10, offset: 0 } }),
  },
  cursorLists: [
    {
      table: 'invoices',
      path: '/invoices',
      columns: (row, owner) => ({ ...numbered(row, owner), total: row.pick, status: STATUSES[row.pick] }),
      filters: [
        [() => '', ({ pick }) => pick < 2],
        [() => 'imported=true', ({ pick }) => pick >= 2],
        [() => 'status=open', ({ pick }) => pick === 1],
        [() => 'status=open&imported=1', ({ pick }) => pick === 2],
        [() => 'imported=0&status=paid', () => false],
        [() => 'status=void&imported=true', () => false],
      ],
    },
  ],
  store: async (service, { id: shop }, { customer }) => {
    const row = {
      shop_id: shop,
      id: randomUUID(),
      number: 1,
      customer_id: customer,
      status: 'open',
      balance: 11_300,
      total: 11_300,
    };
    return { invoice: (await insert(service, 'invoices', { ...row, created_at: '2026-03-01T09:00:00.000Z' })).id };
  },
};
