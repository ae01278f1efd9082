import type { RecordType } from '../import/record-type.js';

export const CONVERSATIONS: RecordType = { name: 'conversations', noun: 'conversation' };
