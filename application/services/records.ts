import type { RecordType } from '../import/record-type.js';

export const SERVICES: RecordType = { name: 'services', noun: 'service' };
