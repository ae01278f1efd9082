import { changed, type Decision, type DomainEvent } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import { linkedFields, type Assignee, type TaskLinks } from './task-links.js';
import type { Task } from './task.js';

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
