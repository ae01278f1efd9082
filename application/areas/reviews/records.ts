import type { RecordType } from '../../transfer/record-type.js';

export const REVIEWS: RecordType = { name: 'reviews', noun: 'review' };
