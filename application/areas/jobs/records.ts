import type { RecordType } from '../../transfer/record-type.js';

export const JOBS: RecordType = { name: 'jobs', noun: 'job' };
