import type { RecordType } from '../../transfer/record-type.js';

export const PHONE_NUMBERS: RecordType = { name: 'phone_numbers', noun: 'phone number' };
