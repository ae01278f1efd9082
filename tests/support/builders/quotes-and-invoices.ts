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
export async function aQuote(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  customer: { readonly id: string },
  fields: Partial<QuoteRow> = {},
): Promise<QuoteRow> {
  const quote = await insert(service, 'quotes', { ...numberedRow(shop, customer), status: 'sent', ...fields });
  await count(service, shop, 'quotes', quote.status);
  return quote;
}

/** Stores an open invoice of a customer, of which nothing is paid. */
export async function anInvoice(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  customer: { readonly id: string },
  fields: Partial<InvoiceRow> = {},
): Promise<InvoiceRow> {
  const row = { ...numberedRow(shop, customer), status: 'open', ...fields };
  const balance = fields.balance === undefined ? row.total : fields.balance;
  const invoice = await insert(service, 'invoices', { ...row, balance });
  await count(service, shop, 'invoices', `${row.origin}:${row.status}`);
  return invoice;
}

/** Counts a record for the totals, as the import does that stores such records. */
async function count(
  { sql }: Pick<TestService, 'sql'>,
  { id }: Pick<TestShop, 'id'>,
  list: string,
  bucket: string,
): Promise<void> {
  await sql(
    `insert into record_counts as c (shop_id, list, bucket, slot, n) values ($1, $2, $3, 0, 1)
    on conflict (shop_id, list, bucket, slot) do update set n = c.n + 1`,
    [id, list, bucket],
  );
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
