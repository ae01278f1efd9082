import { randomUUID } from 'node:crypto';
import type { TestService, TestShop } from '../service.js';
import { insert } from './insert.js';

export interface QuoteRow {
  readonly id: string;
  readonly number: number;
  readonly customer_id: string;
  readonly status: string;
  /** minor units */
  readonly total: number | string;
  readonly origin: string;
  readonly created_at: string;
}

export interface InvoiceRow extends QuoteRow {
  readonly balance: number | string | null;
}

let numbers = 0;

/** Stores a quote that was sent to a customer. */
export function aQuote(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  customer: { readonly id: string },
  fields: Partial<QuoteRow> = {},
): Promise<QuoteRow> {
  return insert(service, 'quotes', { ...numberedRow(shop, customer), status: 'sent', ...fields });
}

/** Stores an open invoice of a customer, of which nothing is paid. */
export function anInvoice(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  customer: { readonly id: string },
  fields: Partial<InvoiceRow> = {},
): Promise<InvoiceRow> {
  const row = { ...numberedRow(shop, customer), status: 'open', ...fields };
  const balance = fields.balance === undefined ? row.total : fields.balance;
  return insert(service, 'invoices', { ...row, balance });
}

/** Returns the columns that quotes and invoices have in common. */
function numberedRow(
  shop: Pick<TestShop, 'id'>,
  customer: { readonly id: string },
): Omit<QuoteRow, 'status'> & { readonly shop_id: string } {
  numbers += 1;
  return {
    shop_id: shop.id,
    id: randomUUID(),
    number: numbers,
    customer_id: customer.id,
    total: 11_300,
    origin: 'service',
    created_at: '2026-01-01T09:00:00.000Z',
  };
}
