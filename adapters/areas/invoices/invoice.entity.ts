import type { Invoice, InvoiceStatus } from '../../../domain/invoices/invoice.js';
import type { Origin } from '../../../domain/shared/origin.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import {
  amount,
  instant,
  integer,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type ProvenanceColumns,
} from '../../storage/tables/table.js';

export const invoiceTable = table<Omit<Invoice, 'currency'> & ProvenanceColumns & { shopId: string }>('invoices', {
  shopId: shopKey,
  id: uuidKey(),
  number: integer(),
  customerId: uuid('customer_id'),
  status: text(),
  total: amount(),
  balance: orNull(amount()),
  createdAt: instant('created_at'),
  ...provenance,
});

/** The bucket in which an invoice is counted. */
export function bucketOf({ origin, status }: { readonly origin: Origin; readonly status: InvoiceStatus }): string {
  return `${origin}:${status}`;
}

export const INVOICE_KIND: Pick<RecordKind<Parameters<typeof bucketOf>[0]>, 'table' | 'counted'> = {
  table: invoiceTable,
  counted: { list: 'invoices', buckets: (invoice) => [bucketOf(invoice)] },
};
