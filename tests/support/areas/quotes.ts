import { aQuote } from '../builders/quotes-and-invoices.js';
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
    'quotes.read': ({ quote }) => ({ input: {}, path: { id: quote }, references: { id: [quote, 404] } }),
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
        [
          () => 'created_since=2026-03-02T15:00:00.001Z&created_until=2026-03-02T15:00:00.003Z',
          ({ at }) => at >= '2026-03-02T15:00:00.001Z' && at < '2026-03-02T15:00:00.003Z',
        ],
        // This list does not support `imported`, so the parameter is ignored.
        [() => 'status=draft&imported=true', ({ pick }) => pick === 0],
      ],
    },
  ],
  events: {
    'quote.created': { by: 'quotes.import', previous: false },
    'quote.updated': { by: 'quotes.import', previous: true },
  },
  store: async (service, shop, { customer }) => {
    const fields = { number: 1, created_at: '2026-03-01T09:00:00.000Z' };
    return { quote: (await aQuote(service, shop, { id: customer }, fields)).id };
  },
};
