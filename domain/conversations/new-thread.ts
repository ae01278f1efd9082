import type { ConversationId, CustomerId, LeadId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';
import type { Conversation } from './conversation.js';

/** The person with whom a thread is. At most one of the two is set for a number that somebody has. */
export interface ThreadContact {
  readonly customerId: CustomerId | null;
  readonly leadId: LeadId | null;
}

/** An open thread of text messages without messages. */
export function newTextThread(
  id: ConversationId,
  contactNumber: E164,
  { customerId, leadId }: ThreadContact,
  now: Instant,
): Conversation {
  return {
    ...{ id, customerId, leadId, contactNumber, channel: 'sms', status: 'open', createdAt: now },
    ...{ subject: null, contactEmail: null, line: null, assignedTo: null, pinned: false, isAiManaged: false },
    ...{ readAt: null, markedUnread: false },
    ...{ lastMessageAt: null, lastInboundAt: null, lastOutboundAt: null, lastHumanOutboundAt: null },
  };
}
