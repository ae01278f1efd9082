import type { RecordType } from '../import/record-type.js';

export const MESSAGES: RecordType = { name: 'messages', noun: 'message' };
