import type { ThreadNames } from '../inbox/conversation.js';
import { annotatedBy, withMerged, type Annotated, type AnnotationChange, type MetadataChange } from '../shared/annotated.js';
import type { Changing } from '../shared/changing.js';
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

export interface Task extends Changing, Annotated {
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

function complete(task: Task, now: Instant): Decision<Task, 'task.completed'> {
  return move(task, 'done', () =>
    changed({ ...task, status: 'done', completedAt: now, closedAt: now }, now, [{ type: 'task.completed' }]),
  );
}

function cancel(task: Task, now: Instant): Decision<Task, 'task.canceled'> {
  return move(task, 'canceled', () =>
    changed({ ...task, status: 'canceled', completedAt: null, closedAt: now }, now, [{ type: 'task.canceled' }]),
  );
}

function reopen(task: Task, now: Instant): Decision<Task, 'task.reopened'> {
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

/** The parts of a new task. One that is left out is empty, and the priority is then `normal`. */
export interface NewTask
  extends Pick<Task, 'id' | 'title'>, Partial<Pick<Task, 'notes' | 'priority' | 'dueAt'>>, AnnotationChange {
  readonly links: TaskLinks;
  readonly assignee: Assignee | null;
}

type NewTaskKind = 'task.created' | 'task.assigned';

export function openTask({ links, assignee, ...given }: NewTask, now: Instant): Decision<Task, NewTaskKind> {
  const task: Task = {
    notes: null,
    priority: 'normal',
    dueAt: null,
    ...given,
    ...annotatedBy(given),
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

/** The verbs of a task, each with the value that it takes. */
export interface TaskVerbs {
  readonly title: string;
  readonly notes: string | null;
  readonly priority: TaskPriority;
  readonly complete: true;
  readonly reopen: true;
  readonly cancel: true;
  readonly unassign: true;
  readonly remove_due_date: true;
  readonly unlink_conversation: true;
  readonly staff_id: Assignee;
  readonly due_at: Instant;
  readonly link_conversation: ThreadLink;
  readonly external_id: string | null;
  readonly metadata: MetadataChange;
}

type TaskVerb = keyof TaskVerbs;
/** The one change that a call makes. */
export type TaskChange = { readonly [Verb in TaskVerb]: OneChange<Verb> }[TaskVerb];
interface OneChange<Verb extends TaskVerb> {
  readonly verb: Verb;
  readonly value: TaskVerbs[Verb];
}

type TaskDecision = Decision<Task, 'task.updated' | 'task.assigned' | 'task.completed' | 'task.reopened' | 'task.canceled'>;

/**
 * The function that carries out each verb. Finished tasks may be edited too: only the verbs that change the status depend on the
 * current status.
 */
const VERBS: { readonly [Verb in TaskVerb]: (task: Task, value: TaskVerbs[Verb], now: Instant) => TaskDecision } = {
  title: (task, title, now) => edit(task, { title }, now),
  notes: (task, notes, now) => edit(task, { notes }, now),
  priority: (task, priority, now) => edit(task, { priority }, now),
  complete: (task, _, now) => complete(task, now),
  reopen: (task, _, now) => reopen(task, now),
  cancel: (task, _, now) => cancel(task, now),
  unassign: (task, _, now) => edit(task, { assignedTo: null, assigneeName: null }, now),
  remove_due_date: (task, _, now) => edit(task, { dueAt: null }, now),
  unlink_conversation: (task, _, now) => edit(task, { conversationId: null, conversationNames: null, messageId: null }, now),
  staff_id: assign,
  due_at: (task, dueAt, now) => edit(task, { dueAt }, now),
  link_conversation: link,
  external_id: (task, externalId, now) => edit(task, { externalId }, now),
  metadata: (task, metadata, now) => edit(task, withMerged(task, { metadata }), now),
};

export function changeTask<Verb extends TaskVerb>(task: Task, { verb, value }: OneChange<Verb>, now: Instant): TaskDecision {
  return VERBS[verb](task, value, now);
}

/** Several changes at once, as another system knows the task. An absent part is not changed. */
export interface TaskAmendment
  extends Partial<Pick<Task, 'title' | 'notes' | 'priority' | 'dueAt'>>, Pick<AnnotationChange, 'metadata'> {
  readonly links?: TaskLinks;
  readonly assignee?: Assignee;
}

/** @throws ValidationError when the links disagree, or when the task would have too much metadata */
export function amendTask(
  task: Task,
  { links, assignee, ...part }: TaskAmendment,
  now: Instant,
): Decision<Task, 'task.updated' | 'task.assigned'> {
  const edited = edit(task, { ...withMerged(task, part), ...(links && linkedFields(links)) }, now);
  const assigned = assignee ? assign(edited.next, assignee, now) : unchanged(edited.next);
  if (!assigned.changed || !edited.changed) return assigned.changed ? assigned : edited;
  return changed(assigned.next, now, [...edited.events, ...assigned.events]);
}

function edit(task: Task, part: Partial<Task>, now: Instant): Decision<Task, 'task.updated'> {
  const next = { ...task, ...part };
  const fields = (Object.keys(part) as (keyof Task)[]).filter((field) => field !== 'conversationNames'); // those of its thread
  const same = fields.every((field) => next[field] === task[field]);
  return same ? unchanged(task) : changed(next, now, [{ type: 'task.updated' }]);
}

/** Assigns a task to a person. If the task is already assigned to this person, nothing changes and nothing is announced. */
function assign(task: Task, assignee: Assignee, now: Instant): Decision<Task, 'task.assigned'> {
  if (task.assignedTo === assignee.userId) return unchanged(task);
  return changed({ ...task, assignedTo: assignee.userId, assigneeName: assignee.name }, now, [{ type: 'task.assigned' }]);
}

/**
 * Links a task to a thread. A link to another thread removes the task's message, because the message belongs to the old thread.
 */
function link(task: Task, thread: ThreadLink, now: Instant): Decision<Task, 'task.updated'> {
  const fields = threadFields(thread, task.customerId, 'link_conversation');
  const isSame = task.conversationId === thread.id;
  if (isSame && task.customerId === fields.customerId) return unchanged(task);
  return edit(task, { ...fields, messageId: isSame ? task.messageId : null }, now);
}
