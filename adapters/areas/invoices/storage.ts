import { INVOICES, Invoices } from '../../../application/areas/invoices/invoices.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { invoiceTable } from './invoice.entity.js';
import { PostgresInvoices } from './postgres-invoices.js';

export const invoicesStorage = storage({
  tables: [invoiceTable],
  kinds: [stored(INVOICES, { table: invoiceTable })],
  impersonal: [invoiceTable],
  personal: [{ table: invoiceTable, about: ({ customer }, parameter) => `t.customer_id = ${parameter(customer)}` }],
  provides: [provide(Invoices, PostgresInvoices, [Database])],
});
