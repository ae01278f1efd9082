import type { RecordType } from '../import/record-type.js';

export const CALLS: RecordType = { name: 'calls', noun: 'call' };
