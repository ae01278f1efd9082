import type { RecordType } from '../import/record-type.js';

export const JOBS: RecordType = { name: 'jobs', noun: 'job' };
