import type { RecordType } from '../import/record-type.js';

export const VEHICLES: RecordType = { name: 'vehicles', noun: 'vehicle' };
