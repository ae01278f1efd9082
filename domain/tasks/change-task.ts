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

/** Finished tasks may be edited; only the moves of the status are bound to it. */
export function changeTask(task: Task, change: TaskChange, now: Instant): Decision<Task> {
  switch (change.verb) {
    case 'complete':
      return complete(task, now);
    case 'reopen':
      return reopen(task);
    case 'cancel':
      return cancel(task, now);
    case 'title':
      return edit(task, { title: change.title });
    case 'notes':
      return edit(task, { notes: change.notes });
    case 'priority':
      return edit(task, { priority: change.priority });
    case 'due_at':
      return edit(task, { dueAt: change.dueAt });
    case 'remove_due_date':
      return edit(task, { dueAt: null });
    case 'staff_id':
      return assign(task, change.assignee);
    case 'unassign':
      return edit(task, { assignedTo: null, assigneeName: null });
    case 'link_conversation':
      return link(task, change.conversation);
    case 'unlink_conversation':
      return edit(task, { conversationId: null, conversationLabel: null, messageId: null });
  }
}

function edit(task: Task, part: Partial<Task>): Decision<Task> {
  const next = { ...task, ...part };
  const same = (Object.keys(part) as (keyof Task)[]).every((field) => next[field] === task[field]);
  return same ? unchanged(task) : changed(next, [{ type: 'task.updated' }]);
}

/** Assigning the same person again announces nothing. */
function assign(task: Task, assignee: Assignee): Decision<Task> {
  if (task.assignedTo === assignee.userId) return unchanged(task);
  return changed({ ...task, assignedTo: assignee.userId, assigneeName: assignee.name }, [{ type: 'task.assigned' }]);
}

/** The line a task came from stays only while the task stays in that line's thread. */
function link(task: Task, thread: ThreadLink): Decision<Task> {
  const messageId = task.conversationId === thread.id ? task.messageId : null;
  return edit(task, { ...threadFields(thread, task.customerId, 'link_conversation'), messageId });
}
