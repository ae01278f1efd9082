import type { Task } from '../../../domain/tasks/task.js';
import {
  instant,
  integer,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Provenance,
  type Stored,
} from '../../storage/tables/table.js';

type TaskRow = Omit<Stored<Task>, 'conversationNames' | 'assigneeName'> & Provenance;

export const taskTable = table<TaskRow>('tasks', {
  shopId: shopKey,
  id: uuidKey(),
  title: text(),
  notes: orNull(text()),
  status: text(),
  priority: text(),
  dueAt: orNull(instant('due_at')),
  completedAt: orNull(instant('completed_at')),
  closedAt: orNull(instant('closed_at')),
  conversationId: orNull(uuid('conversation_id')),
  customerId: orNull(uuid('customer_id')),
  jobId: orNull(uuid('job_id')),
  messageId: orNull(uuid('message_id')),
  assignedTo: orNull(uuid('assigned_to')),
  createdAt: instant('created_at'),
  ...provenance,
  version: integer(),
});
