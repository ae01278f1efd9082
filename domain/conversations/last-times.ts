import type { Message } from '../messages/message.js';
import type { Instant } from '../shared/instant.js';
import type { Conversation } from './conversation.js';

type LastTimes = Pick<Conversation, 'lastMessageAt' | 'lastInboundAt' | 'lastOutboundAt' | 'lastHumanOutboundAt'>;

/**
 * Returns the thread with the times that it has after a message is added to it. A time never moves back, even if the message is
 * old. An automated message never changes the time of the last human reply.
 */
export function withMessage<Thread extends LastTimes>(
  thread: Thread,
  { direction, automated, createdAt: at }: Pick<Message, 'direction' | 'automated' | 'createdAt'>,
): Thread {
  const lastMessageAt = latest(thread.lastMessageAt, at);
  if (direction === 'inbound') return { ...thread, lastMessageAt, lastInboundAt: latest(thread.lastInboundAt, at) };
  const lastHumanOutboundAt = automated ? thread.lastHumanOutboundAt : latest(thread.lastHumanOutboundAt, at);
  return { ...thread, lastMessageAt, lastOutboundAt: latest(thread.lastOutboundAt, at), lastHumanOutboundAt };
}

function latest(known: Instant | null, at: Instant): Instant {
  return known !== null && known > at ? known : at;
}
