import { changed, unchanged, type Decision, type EventKind } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import { canMove, MoveRefused, type Transitions } from '../shared/transitions.js';
import type { Task } from './task.js';

export const TASK_STATUSES = ['open', 'done', 'canceled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const TASK_MOVES: Transitions<TaskStatus> = {
  open: ['done', 'canceled'],
  done: ['open'],
  canceled: ['open'],
};

export function complete(task: Task, now: Instant): Decision<Task, 'task.completed'> {
  return move(task, 'done', () =>
    changed({ ...task, status: 'done', completedAt: now, closedAt: now }, now, [{ type: 'task.completed' }]),
  );
}

export function cancel(task: Task, now: Instant): Decision<Task, 'task.canceled'> {
  return move(task, 'canceled', () =>
    changed({ ...task, status: 'canceled', completedAt: null, closedAt: now }, now, [{ type: 'task.canceled' }]),
  );
}

export function reopen(task: Task, now: Instant): Decision<Task, 'task.reopened'> {
  return move(task, 'open', () =>
    changed({ ...task, status: 'open', completedAt: null, closedAt: null }, now, [{ type: 'task.reopened' }]),
  );
}

/** Moves a task with `decide`. A move to the current status changes nothing. @throws MoveRefused when the table forbids the move */
function move<Kind extends EventKind>(task: Task, to: TaskStatus, decide: () => Decision<Task, Kind>): Decision<Task, Kind> {
  if (task.status === to) return unchanged(task);
  if (!canMove(TASK_MOVES, task.status, to)) throw new MoveRefused('status', `the task is ${task.status}: reopen it first`);
  return decide();
}
