import type { RecordType } from '../import/record-type.js';

export const TASKS: RecordType = { name: 'tasks', noun: 'task' };
