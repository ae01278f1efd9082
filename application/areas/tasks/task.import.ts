import type { Metadata } from '../../../domain/shared/annotated.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { ConversationId, CustomerId, JobId, MessageId, StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { importTask } from '../../../domain/tasks/imported-task.js';
import {
  linkedFields,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type Task,
  type TaskPriority,
  type TaskStatus,
} from '../../../domain/tasks/task.js';
import { MetadataColumn } from '../../kernel/fields/annotation-fields.js';
import { DateTime, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { announcedBy, type AnnouncingImport } from '../../transfer/announced.js';
import { importKind, type RowContext } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow } from '../../transfer/import-row.js';
import { CUSTOMERS } from '../customers/customers.js';
import { lineOf, THREAD, THREAD_LINE, threadOf } from '../inbox/thread-reference.js';
import { JOBS } from '../jobs/jobs.js';
import { ASSIGNED_TO, requireTeammate } from '../staff/assignee.js';
import { taskEvents } from './task.view.js';
import { TASKS } from './tasks.js';

class TaskRow extends ImportRow {
  @Text({ max: 200, ...cell, description: 'One line. Required for a new task.' }) title?: string | null;
  @Text({ max: 4000, lines: true, ...cell }) notes?: string | null;
  @OneOf(TASK_STATUSES, { ...cell, description: 'Default: `open`.' }) status?: TaskStatus | null;
  @OneOf(TASK_PRIORITIES, { ...cell, description: 'Default: `normal`.' }) priority?: TaskPriority | null;
  @DateTime(cell) due_at?: Instant | null;
  @DateTime({ ...cell, description: 'Only for a `done` task. Default: now.' }) completed_at?: Instant | null;
  @DateTime({ ...cell, description: 'The time when the task was done or canceled.' }) closed_at?: Instant | null;
  @ExternalId({ description: 'The external id of the task’s thread. It also sets the customer.' }) conversation_external_id?:
    string | null;
  @Uuid({ ...cell, description: 'The thread’s `id` in this service.' }) conversation?: ConversationId | null;
  @ExternalId({ description: 'The customer’s external id.' }) customer_external_id?: string | null;
  @Uuid({ ...cell, description: 'The customer’s `id` in this service.' }) customer_id?: CustomerId | null;
  @ExternalId({ description: 'The job’s external id.' }) job_external_id?: string | null;
  @Uuid({ ...cell, description: 'The job’s `id` in this service.' }) job_id?: JobId | null;
  @ExternalId({ description: 'The external id of the message that led to the task. It also sets the thread.' })
  message_external_id?: string | null;
  @Uuid({ ...cell, description: 'The message’s `id` in this service.' }) message_id?: MessageId | null;
  @ExternalId({ description: 'The external id of the staff member who will do the task.' }) assigned_to_external_id?:
    string | null;
  @Uuid({ ...cell, description: 'The `user_id` of a staff member. If the task is open, the person needs inbox access.' })
  assigned_to?: StaffUserId | null;
  @MetadataColumn() metadata?: Metadata | null;
}

const announceTask = announcedBy(taskEvents, importTask);

type StoredTask = Omit<Task, 'conversationNames' | 'assigneeName'>;

export const taskKind = importKind<TaskRow, StoredTask>({
  name: 'tasks',
  record: TASKS,
  row: TaskRow,
  resolve: {
    references: [
      { ...THREAD, told: ['names'] },
      { column: 'customer_id', external: 'customer_external_id', to: CUSTOMERS },
      { column: 'job_id', external: 'job_external_id', to: JOBS },
      THREAD_LINE,
      { ...ASSIGNED_TO, told: ['name'] },
    ],
    required: ['title'],
  },
  examples: [
    {
      external_id: 'K-1001',
      metadata: { board: 'front desk' },
      title: 'Call back about the brake quote',
      notes: 'Prefers mornings.',
      status: 'open',
      priority: 'high',
      due_at: '2026-04-01T13:00:00Z',
      conversation_external_id: 'T-1001',
      job_external_id: 'J-1001',
      assigned_to_external_id: 'S-1001',
    },
    {
      external_id: 'K-1002',
      title: 'Send the fleet price list',
      status: 'done',
      completed_at: '2024-06-03T15:00:00Z',
      customer_external_id: 'C-1002',
      created_at: '2024-06-01T12:00:00Z',
    },
  ],
  defaults: { title: null, status: 'open', priority: 'normal', metadata: {} },
  write: (written, before, row, context) => {
    const finished = { ...written, ...finishOf(before, written, row, context) };
    if (context.restore) return finished;
    const next = { ...finished, ...linksOf(before, written, row, context) };
    requireTeammate(before, next, next.status === 'open', context);
    return next;
  },
  announce: (running, before, task) => announceTask(running, before && shownTask(before, running), shownTask(task, running)),
});

/** The task with the names that it shows. */
function shownTask(task: StoredTask, { found }: AnnouncingImport): Task {
  // The casts are safe: `told` names the properties.
  const conversationNames = (found(THREAD.column, task.conversationId)?.['names'] ?? null) as Task['conversationNames'];
  const assigneeName = (found(ASSIGNED_TO.column, task.assignedTo)?.['name'] ?? null) as string | null;
  return { ...task, conversationNames, assigneeName };
}

/**
 * The links after the row. A row with a message and no thread takes the message's thread. A row that changes the thread and has
 * no column for the message clears the message.
 */
function linksOf(
  before: StoredTask,
  { customerId, jobId }: StoredTask,
  row: TaskRow,
  { found }: RowContext,
): Partial<StoredTask> {
  const isAnotherThread = row.conversation !== undefined && row.conversation !== before.conversationId;
  const message = row.message_id === undefined && isAnotherThread ? null : lineOf(found[THREAD_LINE.column]);
  const conversation = row.conversation === undefined && row.message_id ? null : threadOf(found[THREAD.column]);
  const { conversationId, ...links } = linkedFields({ conversation, customerId, jobId, message });
  return { conversationId, customerId: links.customerId, messageId: links.messageId };
}

/**
 * The times when a task was finished. A time that the row lacks comes from the row's other time, from the stored task (if the
 * status is the same) or from the clock. An open task has neither time, and a canceled task has no `completedAt`. A row may cancel
 * a task that was done, because in the other system it may have been open in between.
 */
function finishOf(
  before: StoredTask,
  { status }: StoredTask,
  row: TaskRow,
  { now }: RowContext,
): Pick<Task, 'completedAt' | 'closedAt'> {
  if (status !== 'done' && row.completed_at) throw new ValidationError('completed_at', 'must be empty unless the task is done');
  if (status === 'open') {
    if (row.closed_at) throw new ValidationError('closed_at', 'must be empty while the task is open');
    return { completedAt: null, closedAt: null };
  }
  const known = status === before.status ? before : null;
  const closedAt = row.closed_at ?? row.completed_at ?? known?.closedAt ?? now;
  return { completedAt: status === 'done' ? (row.completed_at ?? known?.completedAt ?? closedAt) : null, closedAt };
}
