import { changed, unchanged, type Decision } from '../shared/events.js';
import type { CustomerId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { Conversation } from './conversation.js';

/** Gives a thread to the customer who has its number now. A thread never moves from one customer to another. */
export function adopt(
  thread: Conversation,
  customerId: CustomerId,
  now: Instant,
): Decision<Conversation, 'conversation.updated'> {
  if (thread.customerId !== null) return unchanged(thread);
  return changed({ ...thread, customerId }, now, [{ type: 'conversation.updated' }]);
}
