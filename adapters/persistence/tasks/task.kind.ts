import type { Task } from '../../../domain/tasks/task.js';
import type { RecordKind } from '../records/record-kind.js';
import { selectList } from '../tables/table.js';
import { taskTable } from './task.table.js';

/**
 * The display name of a thread's contact: the first that exists of the customer's name, the lead's name, the lead's company,
 * `Unnamed lead` for any other lead, the contact's number, and the subject.
 */
export const THREAD_LABEL = `coalesce(
  thread_customer.name,
  nullif(concat_ws(' ', thread_lead.first_name, thread_lead.last_name), ''),
  thread_lead.company_name,
  case when thread_lead.id is not null then 'Unnamed lead' end,
  thread.contact_number,
  thread.subject)`;

export const THREAD_CONTACT = `left join customers thread_customer
    on thread_customer.shop_id = thread.shop_id and thread_customer.id = thread.customer_id
  left join leads thread_lead on thread_lead.shop_id = thread.shop_id and thread_lead.id = thread.lead_id`;

export const TASK_KIND: RecordKind<Task> = {
  table: taskTable,
  select: `${selectList(taskTable)}, ${THREAD_LABEL} as "conversationLabel", assignee.name as "assigneeName"`,
  from: `tasks t
    left join conversations thread on thread.shop_id = t.shop_id and thread.id = t.conversation_id
    ${THREAD_CONTACT}
    left join staff assignee on assignee.shop_id = t.shop_id and assignee.user_id = t.assigned_to`,
  counted: { list: 'tasks', buckets: (task) => [bucketOf(task)] },
};

export function bucketOf({ status, assignedTo }: Pick<Task, 'status' | 'assignedTo'>): string {
  return `${status}:${assignedTo ?? '-'}`;
}
