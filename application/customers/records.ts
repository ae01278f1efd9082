import type { RecordType } from '../import/record-type.js';

export const CUSTOMERS: RecordType = { name: 'customers', noun: 'customer' };
