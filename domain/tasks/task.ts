import type { ThreadNames } from '../conversations/thread-label.js';
import type { ConversationId, CustomerId, JobId, MessageId, StaffUserId, TaskId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { TaskStatus } from './task-status.js';

export const TASK_PRIORITIES = ['low', 'normal', 'high'] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

export interface Task {
  readonly id: TaskId;
  readonly title: string;
  readonly notes: string | null;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly dueAt: Instant | null;
  /** The time when the task was done; null on an open or canceled task. */
  readonly completedAt: Instant | null;
  /** The time when the task was done or canceled; null on an open task. Finished tasks are sorted by this time. */
  readonly closedAt: Instant | null;
  readonly createdAt: Instant;
  readonly conversationId: ConversationId | null;
  /** null: the task has no thread */
  readonly conversationNames: ThreadNames | null;
  readonly customerId: CustomerId | null;
  readonly jobId: JobId | null;
  /** The message that the task came from. It belongs to the task's thread. */
  readonly messageId: MessageId | null;
  readonly assignedTo: StaffUserId | null;
  readonly assigneeName: string | null;
}

/** Tells whether a task is open and past its due time. */
export function isOverdue(task: Pick<Task, 'status' | 'dueAt'>, now: Instant): boolean {
  return task.status === 'open' && task.dueAt !== null && task.dueAt < now;
}
