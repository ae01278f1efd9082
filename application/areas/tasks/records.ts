import type { RecordType } from '../../transfer/record-type.js';

export const TASKS: RecordType = { name: 'tasks', noun: 'task' };
