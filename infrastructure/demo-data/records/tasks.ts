import { TASKS } from '../../../application/areas/tasks/tasks.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { isInboxTeammate } from '../../../domain/staff/staff.js';
import { TASK_PRIORITIES, TASK_STATUSES, type Task, type TaskStatus } from '../../../domain/tasks/task.js';
import type { DemoRecords } from '../demo-part.js';
import type { Made } from '../made.js';
import { after, earlier, latest, type PartContext } from '../random/part-context.js';
import { DAY, HOUR } from '../shops/calendar.js';
import { demoCustomers } from './customers.js';
import { demoJobs } from './jobs.js';
import { oldestFirst } from './rows.js';
import { demoStaff } from './staff.js';
import { TaskSubjects } from './task-subjects.js';
import { demoConversations, demoMessages } from './threads.js';

/**
 * The stored fields of a task. The two fields that are left out belong to other records: the label of the thread, and the name of
 * the assignee.
 */
type TaskRow = Omit<Task, 'conversationNames' | 'assigneeName'>;

const STATUS_WEIGHTS = { open: 28, done: 62, canceled: 10 } as const satisfies Record<TaskStatus, number>;
const PRIORITY_WEIGHTS = { low: 20, normal: 60, high: 20 } as const satisfies Record<Task['priority'], number>;

export const demoTasks: DemoRecords<TaskRow> = { name: 'tasks', record: TASKS, per: 'block', make: tasksOf };

function tasksOf(context: PartContext, made: Made): TaskRow[] {
  const eligible = made
    .of(demoStaff)
    .filter(isInboxTeammate)
    .map(({ userId }) => userId);
  const subjects = new TaskSubjects(context, {
    customers: made.of(demoCustomers),
    conversations: made.of(demoConversations),
    messages: made.of(demoMessages),
    jobs: made.of(demoJobs),
  });
  return oldestFirst(Array.from({ length: made.counts.tasks }, () => taskOf(context, subjects, eligible)));
}

function taskOf(context: PartContext, subjects: TaskSubjects, eligible: readonly StaffUserId[]): TaskRow {
  const { random } = context;
  const status = random.weighted(TASK_STATUSES.map((one) => [one, STATUS_WEIGHTS[one]] as const));
  const { title, links, since } = subjects.next(status === 'open');
  const createdAt =
    status === 'open' ? context.between(latest(since, context.daysAgo(60)), context.now) : context.soonAfter(since, 30);
  const closedAt = status === 'open' ? null : context.soonAfter(createdAt, 9);
  return {
    id: context.id<'Task'>(createdAt),
    title,
    notes: random.chance(0.25) ? random.pick(context.shop.texts.taskNotes) : null,
    status,
    priority: random.weighted(TASK_PRIORITIES.map((one) => [one, PRIORITY_WEIGHTS[one]] as const)),
    dueAt: dueOf(context, createdAt, closedAt),
    completedAt: status === 'done' ? closedAt : null,
    closedAt,
    createdAt,
    ...links,
    assignedTo: random.chance(0.75) ? random.pick(eligible) : null,
  };
}

/**
 * Returns the due date of a task, or null for a quarter of the tasks. A closed task was due shortly before or after it was
 * closed. An open task is overdue, due soon or due later.
 */
function dueOf(context: PartContext, createdAt: Instant, closedAt: Instant | null): Instant | null {
  const { random, now } = context;
  if (random.chance(0.25)) return null;
  if (closedAt !== null) return latest(createdAt, context.workingTime(after(closedAt, random.integer(-2, 3) * DAY)));
  const kind = random.weighted([
    ['overdue', 20],
    ['soon', 55],
    ['later', 25],
  ] as const);
  if (kind === 'overdue')
    return earlier(latest(after(createdAt, HOUR), context.workedTime(context.between(createdAt, now))), now);
  return context.workingTime(after(now, (kind === 'soon' ? random.integer(1, 6) : random.integer(7, 45)) * DAY));
}
