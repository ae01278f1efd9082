import { QUOTES, Quotes } from '../../../application/areas/quotes/quotes.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { PostgresQuotes } from './postgres-quotes.js';
import { quoteTable } from './quote.entity.js';

export const quotesStorage = storage({
  tables: [quoteTable],
  kinds: [stored(QUOTES, { table: quoteTable })],
  impersonal: [quoteTable],
  personal: [{ table: quoteTable, about: ({ customer }, parameter) => `t.customer_id = ${parameter(customer)}` }],
  provides: [provide(Quotes, PostgresQuotes, [Database])],
});
