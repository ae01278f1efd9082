import { Invoices } from '../../../application/invoices/invoices.js';
import { INVOICES } from '../../../application/invoices/records.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { invoiceTable } from './invoice.table.js';
import { PostgresInvoices } from './postgres-invoices.js';

export const invoicesStorage = storage({
  tables: [invoiceTable],
  kinds: [stored(INVOICES, { table: invoiceTable })],
  impersonal: [invoiceTable],
  provides: [provide(Invoices, PostgresInvoices, [Database])],
});
