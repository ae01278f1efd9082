import { changed, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import { smsSize } from '../texting/segments.js';
import type { Message, ThreadMessage } from './message.js';

type Outbound = Pick<Message, 'id' | 'conversationId' | 'body' | 'from' | 'to' | 'automated' | 'keywordAnswer' | 'sentBy'>;
type Inbound = Pick<Message, 'id' | 'conversationId' | 'body' | 'from' | 'to' | 'mediaSources' | 'providerId' | 'createdAt'>;

/** A text that waits to be handed to the provider. */
export function queuedText(given: Outbound, now: Instant): Message {
  return {
    ...given,
    direction: 'outbound',
    status: 'queued',
    error: null,
    media: [],
    mediaSources: [],
    segments: smsSize(given.body ?? '').segments,
    providerId: null,
    attempts: 0,
    dueAt: now,
    createdAt: now,
  };
}

/** An e-mail that waits to be sent. Nothing but the work on its scheduled message sends it, so it is never due by itself. */
export function queuedEmail(given: Outbound, now: Instant): Message {
  return { ...queuedText(given, now), segments: null, dueAt: null };
}

/** A text that somebody sent to the shop. */
export function receivedText(given: Inbound): Message {
  return {
    ...given,
    direction: 'inbound',
    status: 'received',
    error: null,
    media: [],
    segments: smsSize(given.body ?? '').segments,
    attempts: 0,
    dueAt: null,
    automated: false,
    keywordAnswer: false,
    sentBy: null,
  };
}

/** Tells of a message of the contact, which is stored with its thread. */
export function tellReceived(message: ThreadMessage, now: Instant): Decision<ThreadMessage, 'message.received'> {
  return changed(message, now, [{ type: 'message.received' }]);
}
