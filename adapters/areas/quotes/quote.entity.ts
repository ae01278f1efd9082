import type { Quote } from '../../../domain/quotes/quote.js';
import {
  amount,
  changeTime,
  instant,
  integer,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type ProvenanceColumns,
} from '../../storage/tables/table.js';

export const quoteTable = table<Omit<Quote, 'currency'> & ProvenanceColumns & { shopId: string }>('quotes', {
  shopId: shopKey,
  id: uuidKey(),
  number: integer(),
  customerId: uuid('customer_id'),
  status: text(),
  total: amount(),
  createdAt: instant('created_at'),
  updatedAt: changeTime,
  ...provenance,
});
