import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Conversation } from './conversation.js';
import { withMessage } from './last-times.js';

/**
 * Adds a missed call of the contact to its thread. Only the times move, and never back: the status stays, and a snoozed thread
 * stays snoozed. The thread is unread if the call is later than the shop's last message.
 */
export function addMissedCall(thread: Conversation, at: Instant, now: Instant): Decision<Conversation, 'conversation.updated'> {
  const next = withMessage(thread, { direction: 'inbound', automated: false, createdAt: at });
  const isSame = next.lastMessageAt === thread.lastMessageAt && next.lastInboundAt === thread.lastInboundAt;
  return isSame ? unchanged(thread) : changed(next, now, [{ type: 'conversation.updated' }]);
}
