import type { RecordType } from '../../transfer/record-type.js';

export const CONVERSATIONS: RecordType = { name: 'conversations', noun: 'conversation' };
