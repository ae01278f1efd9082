import type { RecordType } from '../import/record-type.js';

export const STAFF: RecordType = { name: 'staff', noun: 'staff member' };
