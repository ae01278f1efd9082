import type { Invoice } from '../../../domain/invoices/invoice.js';
import {
  amount,
  changeTime,
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
  updatedAt: changeTime,
  ...provenance,
});
