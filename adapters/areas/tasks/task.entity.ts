import type { Task } from '../../../domain/tasks/task.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import {
  changeTime,
  facts,
  instant,
  integer,
  orNull,
  provenance,
  selectList,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type ProvenanceColumns,
  type Stored,
} from '../../storage/tables/table.js';

type TaskRow = Omit<Stored<Task>, 'conversationNames' | 'assigneeName'> & ProvenanceColumns;

export const taskTable = table<TaskRow>(
  'tasks',
  {
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
    metadata: facts,
    createdAt: instant('created_at'),
    updatedAt: changeTime,
    ...provenance,
    version: integer(),
  },
  ['externalId'],
);

/** The `ThreadNames` of a thread. */
export const THREAD_NAMES = `case when thread.id is not null then json_build_object(
  'customer', thread_customer.name,
  'lead', case when thread_lead.id is not null then json_build_object('firstName', thread_lead.first_name,
    'lastName', thread_lead.last_name, 'companyName', thread_lead.company_name) end,
  'contactNumber', thread.contact_number,
  'subject', thread.subject) end`;

export const THREAD_CONTACT = `left join customers thread_customer
    on thread_customer.shop_id = thread.shop_id and thread_customer.id = thread.customer_id
  left join leads thread_lead on thread_lead.shop_id = thread.shop_id and thread_lead.id = thread.lead_id`;

export const TASK_KIND: RecordKind<Task> = {
  table: taskTable,
  select: `${selectList(taskTable)}, ${THREAD_NAMES} as "conversationNames", assignee.name as "assigneeName"`,
  from: `tasks t
    left join conversations thread on thread.shop_id = t.shop_id and thread.id = t.conversation_id
    ${THREAD_CONTACT}
    left join staff assignee on assignee.shop_id = t.shop_id and assignee.user_id = t.assigned_to`,
  counted: { list: 'tasks', buckets: (task) => [bucketOf(task)] },
};

export function bucketOf({ status, assignedTo }: Pick<Task, 'status' | 'assignedTo'>): string {
  return `${status}:${assignedTo ?? '-'}`;
}
