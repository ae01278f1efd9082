import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import { cancel, complete, reopen, threadFields, type Assignee, type Task, type TaskPriority, type ThreadLink } from './task.js';

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
};

export function changeTask<Verb extends TaskVerb>(task: Task, { verb, value }: OneChange<Verb>, now: Instant): TaskDecision {
  return VERBS[verb](task, value, now);
}

function edit(task: Task, part: Partial<Task>, now: Instant): Decision<Task, 'task.updated'> {
  const next = { ...task, ...part };
  const same = (Object.keys(part) as (keyof Task)[]).every((field) => next[field] === task[field]);
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
