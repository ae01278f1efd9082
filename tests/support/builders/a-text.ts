import type { ConversationId, MessageId } from '../../../domain/shared/id.js';
import type { ThreadMessage } from '../../../domain/texting/message.js';
import { at } from '../test-clock.js';

/** Makes a queued text of a machine, as the domain sees it. */
export function aText(fields: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    // safe: the domain only compares ids
    ...{ id: 'message' as MessageId, conversationId: 'thread' as ConversationId, channel: 'sms', customerId: null, held: null },
    ...{ direction: 'outbound', body: 'Your car is ready.', from: '+16135550100', to: '+16135550142', status: 'queued' },
    ...{ error: null, media: [], mediaSources: [], segments: 1, automated: true, keywordAnswer: false, sentBy: null },
    ...{ providerId: null, attempts: 0, dueAt: null, createdAt: at('2026-03-03T09:00:00.000Z') },
    ...fields,
  };
}
