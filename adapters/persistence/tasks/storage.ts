import { provide } from '../../../application/provide.js';
import { TASKS } from '../../../application/tasks/records.js';
import { Tasks } from '../../../application/tasks/tasks.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { TASK_KIND } from './task.kind.js';
import { taskTable } from './task.table.js';
import { PostgresTasks } from './postgres-tasks.js';
import { taskErasure } from './task.erasure.js';

export const tasksStorage = storage({
  tables: [taskTable],
  kinds: [stored(TASKS, TASK_KIND)],
  erases: [taskErasure],
  provides: [provide(Tasks, PostgresTasks, [Database])],
});
