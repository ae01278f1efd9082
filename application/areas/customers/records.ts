import type { RecordType } from '../../transfer/record-type.js';

export const CUSTOMERS: RecordType = { name: 'customers', noun: 'customer' };
