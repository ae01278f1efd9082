import type { RecordType } from '../../transfer/record-type.js';

export const VEHICLES: RecordType = { name: 'vehicles', noun: 'vehicle' };
