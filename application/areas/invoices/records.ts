import type { RecordType } from '../../transfer/record-type.js';

export const INVOICES: RecordType = { name: 'invoices', noun: 'invoice' };
