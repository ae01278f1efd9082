import type { ThreadNames } from '../inbox/conversation.js';
import { ValidationError } from '../shared/errors.js';
import { changed, unchanged, type Decision, type DomainEvent, type EventKind } from '../shared/events.js';
import type { ConversationId, CustomerId, JobId, MessageId, StaffUserId, TaskId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { canMove, MoveRefused, type Transitions } from '../shared/transitions.js';

export const TASK_STATUSES = ['open', 'done', 'canceled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const TASK_MOVES: Transitions<TaskStatus> = {
  open: ['done', 'canceled'],
  done: ['open'],
  canceled: ['open'],
};

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

/** The parts of a thread that a task needs. The names are null in an import, which shows no task. */
export interface ThreadLink {
  readonly id: ConversationId;
  readonly names: ThreadNames | null;
  readonly customerId: CustomerId | null;
}

export interface Assignee {
  readonly userId: StaffUserId;
  readonly name: string;
}

/** The records that a new task is linked to. The caller has already found them in the shop. */
export interface TaskLinks {
  readonly conversation: ThreadLink | null;
  readonly customerId: CustomerId | null;
  readonly jobId: JobId | null;
  readonly message: { readonly id: MessageId; readonly conversation: ThreadLink } | null;
}

type LinkedFields = Pick<Task, 'conversationId' | 'conversationNames' | 'customerId' | 'jobId' | 'messageId'>;

/**
 * The fields that link a task to other records. A message implies its thread, and a thread implies its customer.
 * @throws ValidationError when the links disagree
 */
export function linkedFields(links: TaskLinks): LinkedFields {
  const { conversation, message, jobId, customerId } = links;
  if (conversation && message && conversation.id !== message.conversation.id) {
    throw new ValidationError('message_id', 'the message belongs to another conversation');
  }
  const thread = conversation ?? message?.conversation ?? null;
  return { jobId, messageId: message?.id ?? null, ...threadFields(thread, customerId) };
}

/**
 * The fields that link a task to a thread and a customer.
 * @param field the input field that the error names when the thread belongs to another customer
 */
export function threadFields(
  thread: ThreadLink | null,
  customerId: CustomerId | null,
  field = 'customer_id',
): Pick<Task, 'conversationId' | 'conversationNames' | 'customerId'> {
  if (thread?.customerId && customerId && thread.customerId !== customerId) {
    throw new ValidationError(field, 'the conversation belongs to another customer');
  }
  return {
    conversationId: thread?.id ?? null,
    conversationNames: thread?.names ?? null,
    customerId: customerId ?? thread?.customerId ?? null,
  };
}

export interface NewTask extends Pick<Task, 'id' | 'title' | 'notes' | 'priority' | 'dueAt'> {
  readonly links: TaskLinks;
  readonly assignee: Assignee | null;
}

type NewTaskKind = 'task.created' | 'task.assigned';

export function openTask({ links, assignee, ...given }: NewTask, now: Instant): Decision<Task, NewTaskKind> {
  const task: Task = {
    ...given,
    ...linkedFields(links),
    status: 'open',
    completedAt: null,
    closedAt: null,
    createdAt: now,
    assignedTo: assignee?.userId ?? null,
    assigneeName: assignee?.name ?? null,
  };
  const events: DomainEvent<NewTaskKind>[] = [{ type: 'task.created' }];
  if (assignee) events.push({ type: 'task.assigned' });
  return changed(task, now, events);
}
