import type { ConversationId, CustomerId, MessageId } from '../../domain/shared/id.js';
import type { TaskLinks, ThreadLink } from '../../domain/tasks/task-links.js';
import type { Found, Reference } from '../import/import-kind.js';
import { CONVERSATIONS } from './records.js';
import { MESSAGES } from '../messages/records.js';

/** The thread that a record is about, which implies its customer. */
export const THREAD: Reference = {
  column: 'conversation', external: 'conversation_external_id', to: CONVERSATIONS, facts: ['customerId'],
};

/** The line that a record comes from, which implies its thread. */
export const THREAD_LINE: Reference = {
  column: 'message_id', external: 'message_external_id', to: MESSAGES, facts: ['conversationId', 'customerId'],
};

export function threadOf(found: Found | null | undefined): ThreadLink | null {
  // Ids and facts of a thread, as its reference asks for them.
  return found ? { id: found.id as ConversationId, label: null, customerId: found['customerId'] as CustomerId | null } : null;
}

export function lineOf(found: Found | null | undefined): TaskLinks['message'] {
  if (!found) return null;
  // As above, of a message.
  return { id: found.id as MessageId, conversation: { id: found['conversationId'] as ConversationId, label: null, customerId: found['customerId'] as CustomerId | null } };
}
