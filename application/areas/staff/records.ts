import type { RecordType } from '../../transfer/record-type.js';

export const STAFF: RecordType = { name: 'staff', noun: 'staff member' };
