import type { RecordType } from '../import/record-type.js';

export const INVOICES: RecordType = { name: 'invoices', noun: 'invoice' };
