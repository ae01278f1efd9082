import { area } from '../../kernel/area.js';
import { invoiceKind } from './invoice.import.js';
import { invoiceEvents } from './invoice.view.js';
import { listInvoices } from './list-invoices.js';
import { readInvoice } from './read-invoice.js';
import { searchInvoices } from './search-invoices.js';

export const invoicesArea = area({
  name: 'invoices',
  about: 'The shop’s invoices and the amounts still owing. The API only reads them.',
  operations: [searchInvoices, readInvoice, listInvoices],
  importKinds: [invoiceKind],
  events: [invoiceEvents],
});
