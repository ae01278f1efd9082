import type { Conversation } from '../../../domain/conversations/conversation.js';
import { flag, instant, integer, orNull, provenance, shopKey, table, text, uuid, uuidKey, type Provenance, type Stored } from '../tables/table.js';

export const conversationTable = table<Stored<Conversation> & Provenance>('conversations', {
  shopId: shopKey,
  id: uuidKey(),
  customerId: orNull(uuid('customer_id')),
  leadId: orNull(uuid('lead_id')),
  channel: text(),
  status: text(),
  subject: orNull(text()),
  contactNumber: orNull(text('contact_number')),
  assignedTo: orNull(uuid('assigned_to')),
  pinned: flag(),
  isAiManaged: flag('is_ai_managed'),
  lastMessageAt: orNull(instant('last_message_at')),
  lastInboundAt: orNull(instant('last_inbound_at')),
  lastOutboundAt: orNull(instant('last_outbound_at')),
  lastHumanOutboundAt: orNull(instant('last_human_outbound_at')),
  createdAt: instant('created_at'),
  ...provenance,
  version: integer(),
});
