import type { ConversationId, CustomerId, LeadId, StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';

export const CHANNELS = ['sms', 'email', 'call', 'webchat', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CONVERSATION_STATUSES = ['open', 'snoozed', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

export interface Conversation {
  readonly id: ConversationId;
  readonly customerId: CustomerId | null;
  readonly leadId: LeadId | null;
  readonly channel: Channel;
  readonly status: ConversationStatus;
  readonly subject: string | null;
  readonly contactNumber: string | null;
  readonly assignedTo: StaffUserId | null;
  readonly pinned: boolean;
  readonly isAiManaged: boolean;
  readonly lastMessageAt: Instant | null;
  readonly lastInboundAt: Instant | null;
  readonly lastOutboundAt: Instant | null;
  readonly lastHumanOutboundAt: Instant | null;
  readonly createdAt: Instant;
}
