import { changeTaskOperation } from './change-task.js';
import { createTask } from './create-task.js';
import { listAssignees } from './list-assignees.js';
import { listTasks } from './list-tasks.js';
import { readTask } from './read-task.js';

export const taskOperations = [
  listTasks,
  createTask,
  readTask,
  changeTaskOperation,
  listAssignees,
];
