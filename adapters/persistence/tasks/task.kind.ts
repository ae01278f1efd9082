import type { Task } from '../../../domain/tasks/task.js';
import type { RecordKind } from '../records/record-kind.js';
import { bucketOf } from './task-pages.js';
import { TASK_FROM, TASK_SELECT } from './task.sql.js';
import { taskTable } from './task.table.js';

export const TASK_KIND: RecordKind<Task> = {
  table: taskTable,
  select: TASK_SELECT,
  from: TASK_FROM,
  counted: { list: 'tasks', bucket: bucketOf },
};
