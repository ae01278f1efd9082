import type { RecordType } from '../../transfer/record-type.js';

export const QUOTES: RecordType = { name: 'quotes', noun: 'quote' };
