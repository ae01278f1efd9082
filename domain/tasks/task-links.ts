import { ValidationError } from '../shared/errors.js';
import type { ConversationId, CustomerId, JobId, MessageId, StaffUserId } from '../shared/id.js';
import type { Task } from './task.js';

/** A thread as a task sees it: its contact's display name, and whose it is. */
export interface ThreadLink {
  readonly id: ConversationId;
  readonly label: string | null;
  readonly customerId: CustomerId | null;
}

export interface Assignee {
  readonly userId: StaffUserId;
  readonly name: string;
}

/** What a new task is about: records of the shop, already found. */
export interface TaskLinks {
  readonly conversation: ThreadLink | null;
  readonly customerId: CustomerId | null;
  readonly jobId: JobId | null;
  readonly message: { readonly id: MessageId; readonly conversation: ThreadLink } | null;
}

type LinkedFields = Pick<Task, 'conversationId' | 'conversationLabel' | 'customerId' | 'jobId' | 'messageId'>;

/** A message implies its thread and a thread its customer; where both are given and disagree, the call is refused. */
export function linkedFields(links: TaskLinks): LinkedFields {
  const thread = links.conversation ?? links.message?.conversation ?? null;
  if (links.message && thread?.id !== links.message.conversation.id) {
    throw new ValidationError('message_id', 'the message belongs to another conversation');
  }
  return {
    ...threadFields(thread, links.customerId),
    jobId: links.jobId,
    messageId: links.message?.id ?? null,
  };
}

/** @param field what a disagreement is named by: the value that was given */
export function threadFields(
  thread: ThreadLink | null,
  customerId: CustomerId | null,
  field = 'customer_id',
): Pick<Task, 'conversationId' | 'conversationLabel' | 'customerId'> {
  if (thread?.customerId && customerId && thread.customerId !== customerId) {
    throw new ValidationError(field, 'the conversation belongs to another customer');
  }
  return {
    conversationId: thread?.id ?? null,
    conversationLabel: thread?.label ?? null,
    customerId: customerId ?? thread?.customerId ?? null,
  };
}
