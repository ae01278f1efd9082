import { TASKS } from '../../../application/areas/tasks/records.js';
import { Tasks } from '../../../application/areas/tasks/tasks.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { PostgresTasks } from './postgres-tasks.js';
import { taskErasure } from './task.erasure.js';
import { TASK_KIND } from './task.kind.js';
import { taskTable } from './task.table.js';

export const tasksStorage = storage({
  tables: [taskTable],
  kinds: [stored(TASKS, TASK_KIND)],
  erases: [taskErasure],
  provides: [provide(Tasks, PostgresTasks, [Database])],
});
