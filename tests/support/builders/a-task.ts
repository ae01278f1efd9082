import type { TaskId } from '../../../domain/shared/id.js';
import { openTask, type Task } from '../../../domain/tasks/task.js';
import { at } from '../test-clock.js';

const ID = '01931f6e-0000-7000-8000-000000000001' as TaskId; // safe: an id is a UUID
const NO_LINKS = { conversation: null, customerId: null, jobId: null, message: null };

/** Makes an open task without a due date or an assignee, as the domain sees it. The given properties replace its own. */
export function aTask(fields: Partial<Task> = {}): Task {
  const { next } = openTask({ id: ID, title: 'Call back', links: NO_LINKS, assignee: null }, at('2026-03-02T15:00:00.000Z'));
  return { ...next, ...fields };
}

export function aDoneTask(fields: Partial<Task> = {}): Task {
  const closed = at('2026-03-02T16:00:00.000Z');
  return aTask({ status: 'done', completedAt: closed, closedAt: closed, ...fields });
}

export function aCanceledTask(fields: Partial<Task> = {}): Task {
  return aTask({ status: 'canceled', closedAt: at('2026-03-02T16:00:00.000Z'), ...fields });
}
