import {
  IMPORTED_INVOICE,
  balanceOf,
  INVOICE_STATUSES,
  saidBalance,
  type Invoice,
  type InvoiceStatus,
} from '../../../domain/invoices/invoice.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { type Money } from '../../../domain/shared/money.js';
import { Amount, OneOf, Uuid } from '../../kernel/fields/fields.js';
import { announcedAs } from '../../transfer/announced.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow, NumberColumn } from '../../transfer/import-row.js';
import { CUSTOMERS } from '../customers/customers.js';
import { INVOICES } from './invoices.js';
import { invoiceEvents } from './invoice.view.js';

class InvoiceRow extends ImportRow {
  @NumberColumn() number?: number | null;
  @ExternalId({ description: 'The customer’s external id. A new invoice needs this or `customer_id`.' })
  customer_external_id?: string | null;
  @Uuid({ ...cell, description: 'The customer’s `id` in this service.' }) customer_id?: CustomerId | null;
  @OneOf(INVOICE_STATUSES, { ...cell, description: 'Default: `draft`.' }) status?: InvoiceStatus | null;
  @Amount({ ...cell, description: 'Tax included, in the shop’s currency. Required for a new invoice.' }) total?: Money | null;
  @Amount({
    ...cell,
    description:
      'The amount still owing, at most the total. Default: the total on `open`, 0 on `paid` and `refunded`, otherwise empty.',
  })
  balance?: Money | null;
}

export const invoiceKind = importKind<InvoiceRow, Omit<Invoice, 'currency'>>({
  name: 'invoices',
  record: INVOICES,
  row: InvoiceRow,
  resolve: {
    references: [{ column: 'customer_id', external: 'customer_external_id', to: CUSTOMERS, required: true }],
    required: ['total'],
    uniques: [{ column: 'number', isCounted: true }],
  },
  examples: [
    {
      external_id: 'I-1001',
      number: 2117,
      customer_external_id: 'C-1001',
      status: 'partial',
      total: 904.5,
      balance: 404.5,
      created_at: '2024-05-21T16:00:00Z',
    },
    { external_id: 'I-1002', customer_external_id: 'C-1002', status: 'paid', total: 210, balance: 0 },
  ],
  defaults: { number: null, customerId: null, status: 'draft', total: null },
  write: (next, before, row, { restore }) => {
    if (restore) return next;
    return { ...next, balance: balanceOf(next, row.balance, next.status === before.status ? saidBalance(before) : null) };
  },
  announce: announcedAs(invoiceEvents, IMPORTED_INVOICE),
});
