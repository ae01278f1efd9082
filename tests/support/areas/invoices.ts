import { anInvoice } from '../builders/quotes-and-invoices.js';
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
    'invoices.read': ({ invoice }) => ({ input: {}, path: { id: invoice }, references: { id: [invoice, 404] } }),
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
        [
          () => 'created_since=2026-03-02T15:00:00.001Z&created_until=2026-03-02T15:00:00.003Z&imported=true',
          ({ pick, at }) => pick >= 2 && at >= '2026-03-02T15:00:00.001Z' && at < '2026-03-02T15:00:00.003Z',
        ],
        [() => 'status=open', ({ pick }) => pick === 1],
        [() => 'status=open&imported=1', ({ pick }) => pick === 2],
        [() => 'imported=0&status=paid', () => false],
        [() => 'status=void&imported=true', () => false],
      ],
    },
  ],
  events: {
    'invoice.created': { by: 'invoices.import', previous: false },
    'invoice.updated': { by: 'invoices.import', previous: true },
  },
  store: async (service, shop, { customer }) => {
    const fields = { number: 1, created_at: '2026-03-01T09:00:00.000Z' };
    return { invoice: (await anInvoice(service, shop, { id: customer }, fields)).id };
  },
};
