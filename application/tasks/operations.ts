import { changeTaskOperation } from './change-task.js';
import { createTask } from './create-task.js';
import { getTask } from './get-task.js';
import { listAssignees } from './list-assignees.js';
import { listTasks } from './list-tasks.js';

export const taskOperations = [
  listTasks,
  createTask,
  getTask,
  changeTaskOperation,
  listAssignees,
];
