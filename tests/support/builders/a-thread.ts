import { randomUUID } from 'node:crypto';
import type { Conversation } from '../../../domain/inbox/conversation.js';
import { UNANNOTATED } from '../../../domain/shared/annotated.js';
import type { ConversationId } from '../../../domain/shared/id.js';
import { at } from '../test-clock.js';

/** Makes an open thread of text messages with nobody and without messages, as the domain sees it. */
export function aThread(fields: Partial<Conversation> = {}): Conversation {
  return {
    id: randomUUID() as ConversationId, // safe: an id is a UUID
    customerId: null,
    leadId: null,
    channel: 'sms',
    status: 'open',
    subject: null,
    contactNumber: null,
    contactEmail: null,
    line: null,
    assignedTo: null,
    pinned: false,
    isAiManaged: false,
    readAt: null,
    markedUnread: false,
    lastMessageAt: null,
    lastInboundAt: null,
    lastOutboundAt: null,
    lastHumanOutboundAt: null,
    ...UNANNOTATED,
    createdAt: at('2026-01-01T09:00:00.000Z'),
    ...fields,
  };
}
