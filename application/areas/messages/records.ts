import type { RecordType } from '../../transfer/record-type.js';

export const MESSAGES: RecordType = { name: 'messages', noun: 'message' };
