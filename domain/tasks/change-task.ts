import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Task, TaskPriority } from './task.js';
import { threadFields, type Assignee, type ThreadLink } from './task-links.js';
import { cancel, complete, reopen } from './task-status.js';

/** The one thing that a call does to a task. */
export type TaskChange =
  | { readonly verb: 'complete' | 'reopen' | 'cancel' | 'unassign' | 'remove_due_date' | 'unlink_conversation' }
  | { readonly verb: 'title'; readonly title: string }
  | { readonly verb: 'notes'; readonly notes: string | null }
  | { readonly verb: 'priority'; readonly priority: TaskPriority }
  | { readonly verb: 'due_at'; readonly dueAt: Instant }
  | { readonly verb: 'staff_id'; readonly assignee: Assignee }
  | { readonly verb: 'link_conversation'; readonly conversation: ThreadLink };

type TaskChangeKind = 'task.updated' | 'task.assigned' | 'task.completed' | 'task.reopened' | 'task.canceled';

/** Finished tasks may be edited; only the moves of the status are bound to it. */
export function changeTask(task: Task, change: TaskChange, now: Instant): Decision<Task, TaskChangeKind> {
  switch (change.verb) {
    case 'complete':
      return complete(task, now);
    case 'reopen':
      return reopen(task, now);
    case 'cancel':
      return cancel(task, now);
    case 'title':
      return edit(task, { title: change.title }, now);
    case 'notes':
      return edit(task, { notes: change.notes }, now);
    case 'priority':
      return edit(task, { priority: change.priority }, now);
    case 'due_at':
      return edit(task, { dueAt: change.dueAt }, now);
    case 'remove_due_date':
      return edit(task, { dueAt: null }, now);
    case 'staff_id':
      return assign(task, change.assignee, now);
    case 'unassign':
      return edit(task, { assignedTo: null, assigneeName: null }, now);
    case 'link_conversation':
      return link(task, change.conversation, now);
    case 'unlink_conversation':
      return edit(task, { conversationId: null, conversationLabel: null, messageId: null }, now);
  }
}

function edit(task: Task, part: Partial<Task>, now: Instant): Decision<Task, 'task.updated'> {
  const next = { ...task, ...part };
  const same = (Object.keys(part) as (keyof Task)[]).every((field) => next[field] === task[field]);
  return same ? unchanged(task) : changed(next, now, [{ type: 'task.updated' }]);
}

/** Assigning the same person again announces nothing. */
function assign(task: Task, assignee: Assignee, now: Instant): Decision<Task, 'task.assigned'> {
  if (task.assignedTo === assignee.userId) return unchanged(task);
  return changed({ ...task, assignedTo: assignee.userId, assigneeName: assignee.name }, now, [{ type: 'task.assigned' }]);
}

/** The line a task came from stays only while the task stays in that line's thread. */
function link(task: Task, thread: ThreadLink, now: Instant): Decision<Task, 'task.updated'> {
  const messageId = task.conversationId === thread.id ? task.messageId : null;
  return edit(task, { ...threadFields(thread, task.customerId, 'link_conversation'), messageId }, now);
}
