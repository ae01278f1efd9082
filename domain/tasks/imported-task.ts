import { changed, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Task, TaskStatus } from './task.js';

type Moved = 'task.completed' | 'task.canceled' | 'task.reopened';
const MOVED_TO: Readonly<Record<TaskStatus, Moved>> = {
  open: 'task.reopened',
  done: 'task.completed',
  canceled: 'task.canceled',
};

/** Tells a task that an import has made or changed. @param before null: the task is new */
export function importTask(
  before: Task | null,
  task: Task,
  now: Instant,
): Decision<Task, 'task.created' | 'task.assigned' | 'task.updated' | Moved> {
  const assigned = task.assignedTo !== null && task.assignedTo !== before?.assignedTo ? [{ type: 'task.assigned' } as const] : [];
  if (before === null) return changed(task, now, [{ type: 'task.created' }, ...assigned]);
  const moved = task.status === before.status ? [] : [{ type: MOVED_TO[task.status] }];
  const told = [...moved, ...assigned];
  return changed(task, now, told.length > 0 ? told : [{ type: 'task.updated' }]);
}
