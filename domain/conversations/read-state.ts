import type { Instant } from '../shared/instant.js';
import type { Conversation } from './conversation.js';

type ReadState = Pick<Conversation, 'markedUnread' | 'readAt' | 'lastInboundAt' | 'lastOutboundAt'>;

/**
 * True when the thread was marked unread, or when the contact's last message came after the shop's last message and after the
 * thread was marked read.
 */
export function isUnread({ markedUnread, readAt, lastInboundAt, lastOutboundAt }: ReadState): boolean {
  return markedUnread || (lastInboundAt !== null && isAfter(lastInboundAt, lastOutboundAt) && isAfter(lastInboundAt, readAt));
}

/** True when no person has replied since the contact's last message. An automated reply does not count. */
export function isUnanswered({
  lastInboundAt,
  lastHumanOutboundAt,
}: Pick<Conversation, 'lastInboundAt' | 'lastHumanOutboundAt'>): boolean {
  return lastInboundAt !== null && isAfter(lastInboundAt, lastHumanOutboundAt);
}

/** Returns the thread as read. If its last message has a later time than `now`, the thread is read up to that message. */
export function read<Thread extends ReadState>(thread: Thread, now: Instant): Thread {
  const { lastInboundAt } = thread;
  const readAt = lastInboundAt !== null && lastInboundAt > now ? lastInboundAt : now;
  return { ...thread, readAt, markedUnread: false };
}

function isAfter(time: Instant, other: Instant | null): boolean {
  return other === null || time > other;
}
