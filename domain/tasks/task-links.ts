import type { ThreadNames } from '../conversations/thread-label.js';
import { ValidationError } from '../shared/errors.js';
import type { ConversationId, CustomerId, JobId, MessageId, StaffUserId } from '../shared/id.js';
import type { Task } from './task.js';

/** The parts of a thread that a task needs. The names are null in an import, which shows no task. */
export interface ThreadLink {
  readonly id: ConversationId;
  readonly names: ThreadNames | null;
  readonly customerId: CustomerId | null;
}

export interface Assignee {
  readonly userId: StaffUserId;
  readonly name: string;
}

/** The records that a new task is linked to. The caller has already found them in the shop. */
export interface TaskLinks {
  readonly conversation: ThreadLink | null;
  readonly customerId: CustomerId | null;
  readonly jobId: JobId | null;
  readonly message: { readonly id: MessageId; readonly conversation: ThreadLink } | null;
}

type LinkedFields = Pick<Task, 'conversationId' | 'conversationNames' | 'customerId' | 'jobId' | 'messageId'>;

/**
 * The fields that link a task to other records. A message implies its thread, and a thread implies its customer.
 * @throws ValidationError when the links disagree
 */
export function linkedFields(links: TaskLinks): LinkedFields {
  const thread = links.conversation ?? links.message?.conversation ?? null;
  if (links.message && thread?.id !== links.message.conversation.id) {
    throw new ValidationError('message_id', 'the message belongs to another conversation');
  }
  return {
    jobId: links.jobId,
    messageId: links.message?.id ?? null,
    ...threadFields(thread, links.customerId),
  };
}

/**
 * The fields that link a task to a thread and a customer.
 * @param field the input field that the error names when the thread belongs to another customer
 */
export function threadFields(
  thread: ThreadLink | null,
  customerId: CustomerId | null,
  field = 'customer_id',
): Pick<Task, 'conversationId' | 'conversationNames' | 'customerId'> {
  if (thread?.customerId && customerId && thread.customerId !== customerId) {
    throw new ValidationError(field, 'the conversation belongs to another customer');
  }
  return {
    conversationId: thread?.id ?? null,
    conversationNames: thread?.names ?? null,
    customerId: customerId ?? thread?.customerId ?? null,
  };
}
