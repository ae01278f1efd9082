import { IMPORTED_QUOTE, QUOTE_STATUSES, type Quote, type QuoteStatus } from '../../../domain/quotes/quote.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { type Money } from '../../../domain/shared/money.js';
import { Amount, OneOf, Uuid } from '../../kernel/fields/fields.js';
import { announcedAs } from '../../transfer/announced.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow, NumberColumn } from '../../transfer/import-row.js';
import { CUSTOMERS } from '../customers/customers.js';
import { QUOTES } from './quotes.js';
import { quoteEvents } from './quote.view.js';

class QuoteRow extends ImportRow {
  @NumberColumn() number?: number | null;
  @ExternalId({ description: 'The customer’s external id. A new quote needs this or `customer_id`.' })
  customer_external_id?: string | null;
  @Uuid({ ...cell, description: 'The customer’s `id` in this service.' }) customer_id?: CustomerId | null;
  @OneOf(QUOTE_STATUSES, { ...cell, description: 'Default: `draft`.' }) status?: QuoteStatus | null;
  @Amount({ ...cell, description: 'Tax included, in the shop’s currency. Required for a new quote.' }) total?: Money | null;
}

export const quoteKind = importKind<QuoteRow, Omit<Quote, 'currency'>>({
  name: 'quotes',
  record: QUOTES,
  row: QuoteRow,
  resolve: {
    references: [{ column: 'customer_id', external: 'customer_external_id', to: CUSTOMERS, required: true }],
    required: ['total'],
    uniques: [{ column: 'number', isCounted: true }],
  },
  examples: [
    {
      external_id: 'Q-1001',
      number: 311,
      customer_external_id: 'C-1001',
      status: 'accepted',
      total: 904.5,
      created_at: '2024-05-18T14:00:00Z',
    },
    { external_id: 'Q-1002', customer_external_id: 'C-1002', status: 'sent', total: 210 },
  ],
  defaults: { number: null, customerId: null, status: 'draft', total: null },
  announce: announcedAs(quoteEvents, IMPORTED_QUOTE),
});
