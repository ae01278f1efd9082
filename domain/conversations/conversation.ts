import type { EmailAddress } from '../shared/contact.js';
import type { ConversationId, CustomerId, LeadId, StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import type { E164 } from '../shared/phone.js';

export const CHANNELS = ['sms', 'email', 'call', 'webchat', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CONVERSATION_STATUSES = ['open', 'snoozed', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** A thread of the inbox: the messages and calls with one contact on one channel. */
export interface Conversation {
  readonly id: ConversationId;
  readonly customerId: CustomerId | null;
  readonly leadId: LeadId | null;
  readonly channel: Channel;
  readonly status: ConversationStatus;
  readonly subject: string | null;
  readonly contactNumber: E164 | null;
  /** the contact's address in an email thread */
  readonly contactEmail: EmailAddress | null;
  /** the number of the shop's line that the contact last wrote to */
  readonly line: E164 | null;
  readonly assignedTo: StaffUserId | null;
  readonly pinned: boolean;
  readonly isAiManaged: boolean;
  /** when the thread was last marked read */
  readonly readAt: Instant | null;
  /** true: the thread was marked unread after its last message */
  readonly markedUnread: boolean;
  readonly lastMessageAt: Instant | null;
  readonly lastInboundAt: Instant | null;
  readonly lastOutboundAt: Instant | null;
  readonly lastHumanOutboundAt: Instant | null;
  readonly createdAt: Instant;
}

/** The fields of a thread that nobody is shown. */
export const BEHIND_A_THREAD = ['leadId', 'contactEmail', 'line'] as const satisfies readonly (keyof Conversation)[];

/** The part of a thread that is shown, and what tells whether it is read. */
export type ShownThread = Omit<Conversation, (typeof BEHIND_A_THREAD)[number]>;
