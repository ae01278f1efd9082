import type { RecordType } from '../../transfer/record-type.js';

export const SERVICES: RecordType = { name: 'services', noun: 'service' };
