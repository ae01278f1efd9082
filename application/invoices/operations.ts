import { listInvoices } from './list-invoices.js';

export const invoiceOperations = [listInvoices];
