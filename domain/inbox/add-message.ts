import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import type { Message } from '../texting/message.js';
import { isUnanswered, isUnread, latest, reopened, withMessage, type Conversation } from './conversation.js';

type ThreadDecision = Decision<Conversation, 'conversation.updated'>;

/**
 * Adds a message of the contact: the thread is open and unread afterwards, also when the message comes late and is older than the
 * shop's last message.
 * @param line the shop's line that the contact wrote to; null: unknown
 */
export function addInbound(thread: Conversation, message: Message, line: E164 | null, now: Instant): ThreadDecision {
  const next: Conversation = {
    ...withMessage(thread, message),
    status: reopened(thread),
    line: line ?? thread.line,
    markedUnread: false,
  };
  return updated(isUnread(next) ? next : { ...next, markedUnread: true }, now);
}

/** Adds a message of the shop. The status stays. */
export function addOutbound(thread: Conversation, message: Message, now: Instant): ThreadDecision {
  return updated({ ...withMessage(thread, message), markedUnread: false }, now);
}

/** Adds a message of a machine that answers nobody: a thread that was unread stays unread. */
export function addUnansweringOutbound(thread: Conversation, message: Message, now: Instant): ThreadDecision {
  return updated({ ...withMessage(thread, message), markedUnread: isUnread(thread) }, now);
}

function updated(thread: Conversation, now: Instant): ThreadDecision {
  return changed(thread, now, [{ type: 'conversation.updated' }]);
}

/**
 * Adds a missed call of the contact to its thread. Only the times move, and never back: the status stays, and a snoozed thread
 * stays snoozed. The thread is unread if the call is later than the shop's last message.
 */
export function addMissedCall(thread: Conversation, at: Instant, now: Instant): ThreadDecision {
  const next = withMessage(thread, { direction: 'inbound', automated: false, createdAt: at });
  const isSame = next.lastMessageAt === thread.lastMessageAt && next.lastInboundAt === thread.lastInboundAt;
  return isSame ? unchanged(thread) : updated(next, now);
}

/** Adds a call that was answered: the thread was active then, and nobody waits for an answer. */
export function addAnsweredCall(thread: Conversation, at: Instant, now: Instant): ThreadDecision {
  const lastMessageAt = latest(thread.lastMessageAt, at);
  return lastMessageAt === thread.lastMessageAt ? unchanged(thread) : updated({ ...thread, lastMessageAt }, now);
}

/**
 * Notes in a contact's thread of calls that a person of the shop has texted the contact, which stands in another thread. Nobody
 * waits for an answer any more. The time of the thread's last message stays, because nothing was added to it.
 */
export function addAnswerElsewhere(thread: Conversation, at: Instant, now: Instant): ThreadDecision {
  if (!isUnanswered(thread)) return unchanged(thread);
  const answered = withMessage(thread, { direction: 'outbound', automated: false, createdAt: at });
  return updated({ ...answered, lastMessageAt: thread.lastMessageAt, markedUnread: false }, now);
}
