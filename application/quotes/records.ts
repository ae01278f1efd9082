import type { RecordType } from '../import/record-type.js';

export const QUOTES: RecordType = { name: 'quotes', noun: 'quote' };
