import type { RecordType } from '../import/record-type.js';

export const REVIEWS: RecordType = { name: 'reviews', noun: 'review' };
