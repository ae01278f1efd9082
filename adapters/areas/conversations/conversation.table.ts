import type { Conversation } from '../../../domain/conversations/conversation.js';
import {
  flag,
  instant,
  integer,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Provenance,
  type Stored,
} from '../../storage/tables/table.js';

interface Derived {
  readonly unread: boolean;
  readonly unanswered: boolean;
  readonly searchText: string;
}

export const conversationTable = table<Stored<Conversation> & Provenance & Derived>('conversations', {
  shopId: shopKey,
  id: uuidKey(),
  customerId: orNull(uuid('customer_id')),
  leadId: orNull(uuid('lead_id')),
  channel: text(),
  status: text(),
  subject: orNull(text()),
  contactNumber: orNull(text('contact_number')),
  contactEmail: orNull(text('contact_email')),
  line: orNull(text()),
  assignedTo: orNull(uuid('assigned_to')),
  pinned: flag(),
  isAiManaged: flag('is_ai_managed'),
  readAt: orNull(instant('read_at')),
  markedUnread: { ...flag('marked_unread'), default: false },
  unread: { ...flag(), default: false },
  unanswered: { ...flag(), default: false },
  searchText: { ...text('search_text'), default: '' },
  lastMessageAt: orNull(instant('last_message_at')),
  lastInboundAt: orNull(instant('last_inbound_at')),
  lastOutboundAt: orNull(instant('last_outbound_at')),
  lastHumanOutboundAt: orNull(instant('last_human_outbound_at')),
  createdAt: instant('created_at'),
  ...provenance,
  version: integer(),
});
