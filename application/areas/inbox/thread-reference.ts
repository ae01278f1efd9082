import type { ConversationId, CustomerId, MessageId } from '../../../domain/shared/id.js';
import type { TaskLinks, ThreadLink } from '../../../domain/tasks/task.js';
import type { Found, Reference } from '../../transfer/import-kind.js';
import { MESSAGES } from '../texting/messages.js';
import { CONVERSATIONS } from './conversations.js';

/** A reference to the thread that a record is about. The thread implies the customer. */
export const THREAD: Reference = {
  column: 'conversation',
  external: 'conversation_external_id',
  to: CONVERSATIONS,
  facts: ['customerId'],
};

/** A reference to the message that a record comes from. The message implies its thread. */
export const THREAD_LINE: Reference = {
  column: 'message_id',
  external: 'message_external_id',
  to: MESSAGES,
  facts: ['conversationId', 'customerId'],
};

export function threadOf(found: Found | null | undefined): ThreadLink | null {
  // The casts are safe: `found` has the id and the facts of a thread that `THREAD` asks for.
  return found ? { id: found.id as ConversationId, names: null, customerId: found['customerId'] as CustomerId | null } : null;
}

export function lineOf(found: Found | null | undefined): TaskLinks['message'] {
  if (!found) return null;
  // The casts are safe: `found` has the id and the facts of a message that `THREAD_LINE` asks for.
  const customerId = found['customerId'] as CustomerId | null;
  const conversation = { id: found['conversationId'] as ConversationId, names: null, customerId };
  return { id: found.id as MessageId, conversation };
}
