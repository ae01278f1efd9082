import type { TaskId } from '../../../domain/shared/id.js';
import type { Task } from '../../../domain/tasks/task.js';
import { at } from '../test-clock.js';

/** Makes an open task without a due date or an assignee, as the domain sees it. The given properties replace its own. */
export function aTask(fields: Partial<Task> = {}): Task {
  return {
    id: '01931f6e-0000-7000-8000-000000000001' as TaskId, // safe: an id is a UUID
    title: 'Call back',
    notes: null,
    status: 'open',
    priority: 'normal',
    dueAt: null,
    completedAt: null,
    closedAt: null,
    createdAt: at('2026-03-02T15:00:00.000Z'),
    conversationId: null,
    conversationNames: null,
    customerId: null,
    jobId: null,
    messageId: null,
    assignedTo: null,
    assigneeName: null,
    ...fields,
  };
}

export function aDoneTask(fields: Partial<Task> = {}): Task {
  const closed = at('2026-03-02T16:00:00.000Z');
  return aTask({ status: 'done', completedAt: closed, closedAt: closed, ...fields });
}

export function aCanceledTask(fields: Partial<Task> = {}): Task {
  return aTask({ status: 'canceled', closedAt: at('2026-03-02T16:00:00.000Z'), ...fields });
}
