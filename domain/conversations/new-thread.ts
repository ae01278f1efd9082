import type { EmailAddress } from '../shared/contact.js';
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
  const own = { contactNumber, contactEmail: null, channel: 'sms', subject: null } as const;
  return { id, customerId, leadId, createdAt: now, ...own, ...EMPTY };
}

/** An open thread of calls. */
export function newCallThread(id: ConversationId, contactNumber: E164, contact: ThreadContact, now: Instant): Conversation {
  return { ...newTextThread(id, contactNumber, contact, now), channel: 'call' };
}

/** An open thread of e-mails without messages. */
export function newEmailThread(
  id: ConversationId,
  contactEmail: EmailAddress,
  { customerId, leadId }: ThreadContact,
  subject: string | null,
  now: Instant,
): Conversation {
  const own = { contactNumber: null, contactEmail, channel: 'email', subject } as const;
  return { id, customerId, leadId, createdAt: now, ...own, ...EMPTY };
}

const EMPTY: Omit<
  Conversation,
  'id' | 'customerId' | 'leadId' | 'createdAt' | 'channel' | 'subject' | 'contactNumber' | 'contactEmail'
> = {
  status: 'open',
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
};
