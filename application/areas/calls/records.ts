import type { RecordType } from '../../transfer/record-type.js';

export const CALLS: RecordType = { name: 'calls', noun: 'call' };
