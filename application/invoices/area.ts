import { area } from '../area.js';
import { invoiceKind } from './invoice.import.js';
import { listInvoices } from './list-invoices.js';

export const invoicesArea = area({
  name: 'invoices',
  about: 'What the shop billed and what is still owing; reported only.',
  operations: [listInvoices],
  importKinds: [invoiceKind],
});
