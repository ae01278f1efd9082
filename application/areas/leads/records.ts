import type { RecordType } from '../../transfer/record-type.js';

export const LEADS: RecordType = { name: 'leads', noun: 'lead' };
export const LEAD_TIMELINE: RecordType = { name: 'lead_timeline', noun: 'timeline entry' };
