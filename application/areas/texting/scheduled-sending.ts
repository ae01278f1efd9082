import type { Shop } from '../../../domain/access/shop.js';
import { addOutbound, addUnansweringOutbound } from '../../../domain/inbox/add-message.js';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { queuedText } from '../../../domain/texting/message.js';
import type { ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import type { Tried } from '../../../domain/texting/send-scheduled.js';
import type { Add } from '../inbox/text-threads.js';

/** A scheduled message that somebody sends. */
export type TakenMessage = ScheduledMessage & { readonly messageId: MessageId };

/** Sends the scheduled messages of one channel. A repetition goes on from what exists, and sends nothing twice. */
export interface ScheduledChannel {
  send(shop: Shop, scheduled: TakenMessage): Promise<Tried>;
}

/** The channels by name. */
export class ScheduledChannels {
  constructor(
    readonly sms: ScheduledChannel,
    readonly email: ScheduledChannel,
  ) {}
}

/**
 * Adds the message that a scheduled message becomes. It counts as written by the person who scheduled it. One that a rule has
 * scheduled answers nobody.
 */
export function addMessage(
  { messageId: id, body, to, scheduledBy: sentBy, automationId }: TakenMessage,
  from: string | null,
  made: typeof queuedText,
  now: Instant,
): Add {
  return (thread: Conversation) => {
    const given = { id, conversationId: thread.id, body, from, to, automated: sentBy === null, keywordAnswer: false, sentBy };
    const message = made(given, now);
    const addTo = automationId === null ? addOutbound : addUnansweringOutbound;
    return { thread: addTo(thread, message, now), messages: [message] };
  };
}
