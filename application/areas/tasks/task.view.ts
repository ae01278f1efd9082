import { threadLabel } from '../../../domain/inbox/conversation.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { isOverdue, TASK_PRIORITIES, TASK_STATUSES, type Task } from '../../../domain/tasks/task.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ExternalIdShown, MetadataShown } from '../../kernel/fields/annotation-fields.js';
import { DateTime, Flag, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Included, UpdatedAt } from '../../kernel/fields/view.js';
import { BriefCustomerView } from '../customers/brief-customer.view.js';
import type { WithCustomer } from '../customers/include-customers.js';

export class TaskView {
  @Uuid() id!: string;
  // A rule writes a contact’s words into the tasks that it makes, and a person copies them into others.
  @Text({ fromOutside: true, description: 'One line.', example: 'Call back about the brake quote' }) title!: string;
  @Text({ nullable: true, fromOutside: true }) notes!: string | null;
  @OneOf(TASK_STATUSES) status!: string;
  @OneOf(TASK_PRIORITIES, { example: 'normal' }) priority!: string;
  @DateTime({ nullable: true, description: 'Null if the task has no due time.' }) due_at!: string | null;
  @Flag({ description: 'Open and past due; computed at read time.' }) overdue!: boolean;
  @DateTime({ nullable: true, description: 'Cleared when the task is reopened. Null on canceled tasks.' }) completed_at!:
    string | null;
  @DateTime() created_at!: string;
  @UpdatedAt() updated_at?: string | undefined;
  @ExternalIdShown() external_id!: string | null;
  @MetadataShown() metadata!: Metadata;
  @Uuid({ nullable: true, description: 'The thread that the task is about.' }) conversation!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'The display name of the thread’s contact.' }) conversation_label!:
    string | null;
  @Uuid({ nullable: true }) customer_id!: string | null;
  @Uuid({ nullable: true }) job_id!: string | null;
  @Uuid({ nullable: true, description: 'The message that led to the task.' }) message_id!: string | null;
  @Uuid({ nullable: true, explained: true, description: 'A staff `user_id`.' }) assigned_to!: string | null;
  @Text({ nullable: true }) assignee_name!: string | null;

  static of(task: Task, now: Instant): TaskView {
    return {
      id: task.id,
      title: task.title,
      notes: task.notes,
      status: task.status,
      priority: task.priority,
      due_at: task.dueAt,
      overdue: isOverdue(task, now),
      completed_at: task.completedAt,
      created_at: task.createdAt,
      updated_at: task.updatedAt,
      external_id: task.externalId,
      metadata: task.metadata,
      conversation: task.conversationId,
      conversation_label: task.conversationNames && threadLabel(task.conversationNames),
      customer_id: task.customerId,
      job_id: task.jobId,
      message_id: task.messageId,
      assigned_to: task.assignedTo,
      assignee_name: task.assigneeName,
    };
  }
}

export class ListedTaskView extends TaskView {
  @Included(BriefCustomerView, { description: 'The customer.' }) customer?: BriefCustomerView | null;

  static override of(task: Task & WithCustomer, now: Instant): ListedTaskView {
    return Object.assign(TaskView.of(task, now), defined({ customer: task.customer && BriefCustomerView.of(task.customer) }));
  }
}

const aboutTask: About = ({ customer_id: customer, conversation }) => [
  ['customer', customer],
  ['conversation', conversation],
];

export const taskEvents = eventKinds(TaskView, aboutTask, {
  'task.created': { says: 'A task was created.' },
  'task.updated': { says: 'A task changed, but neither its status nor its assignee.' },
  'task.completed': { says: 'A task was completed.', example: { status: 'done', completed_at: '2026-03-02T14:30:00.000Z' } },
  'task.reopened': { says: 'A finished task was reopened.' },
  'task.canceled': { says: 'A task was canceled.', example: { status: 'canceled' } },
  'task.assigned': { says: 'A task was given to a teammate.' },
});
