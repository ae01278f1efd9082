import { area } from '../../kernel/area.js';
import { notifyAssignees } from '../staff/notify-assignee.js';
import { changeTask } from './change-task.js';
import { createTask } from './create-task.js';
import { listAssignees } from './list-assignees.js';
import { listTasks } from './list-tasks.js';
import { putTask } from './put-task.js';
import { readTask } from './read-task.js';
import { taskKind } from './task.import.js';
import { taskEvents } from './task.view.js';
import { Tasks } from './tasks.js';
import { updateTask } from './update-task.js';

export const tasksArea = area({
  name: 'tasks',
  about: 'The shop’s to-do queue. Nothing is deleted.',
  operations: [listTasks, createTask, readTask, changeTask, putTask, updateTask, listAssignees],
  importKinds: [taskKind],
  events: [taskEvents],
  eventWorks: [notifyAssignees({ work: 'tasks.tell_assignee', on: 'task.assigned', noun: 'task' }, Tasks)],
});
