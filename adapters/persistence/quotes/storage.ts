import { provide } from '../../../application/provide.js';
import { Quotes } from '../../../application/quotes/quotes.js';
import { QUOTES } from '../../../application/quotes/records.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { quoteTable } from './quote.table.js';
import { PostgresQuotes } from './postgres-quotes.js';

export const quotesStorage = storage({
  tables: [quoteTable],
  kinds: [stored(QUOTES, { table: quoteTable })],
  impersonal: [quoteTable],
  provides: [provide(Quotes, PostgresQuotes, [Database])],
});
