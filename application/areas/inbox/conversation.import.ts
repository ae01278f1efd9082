import {
  IMPORTED_THREAD,
  CHANNELS,
  CONVERSATION_STATUSES,
  requireThreadMove,
  type Channel,
  type Conversation,
  type ConversationStatus,
} from '../../../domain/inbox/conversation.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { CustomerId, LeadId, StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { MetadataColumn } from '../../kernel/fields/annotation-fields.js';
import { DateTime, Email, Flag, OneOf, Phone, Text, Uuid } from '../../kernel/fields/fields.js';
import { announcedAs } from '../../transfer/announced.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow, Rows } from '../../transfer/import-row.js';
import { CUSTOMERS } from '../customers/customers.js';
import { LEADS } from '../leads/leads.js';
import { ASSIGNED_TO, requireTeammate } from '../staff/assignee.js';
import { messageKind } from '../texting/message.import.js';
import { CONVERSATIONS } from './conversations.js';

const LAST = { ...cell, description: 'A later message moves this time forward. An empty cell changes nothing.' };
import { conversationEvents } from './conversation.view.js';

class ConversationRow extends ImportRow {
  @ExternalId({ description: 'The customer’s external id.' }) customer_external_id?: string | null;
  @Uuid({ ...cell, description: 'The customer’s `id` in this service.' }) customer_id?: CustomerId | null;
  @ExternalId({ description: 'The lead’s external id.' }) lead_external_id?: string | null;
  @Uuid({ ...cell, description: 'The lead’s `id` in this service.' }) lead_id?: LeadId | null;
  @OneOf(CHANNELS, { ...cell, description: 'Required for a new thread.' }) channel?: Channel | null;
  @OneOf(CONVERSATION_STATUSES, { ...cell, description: 'Default: `open`.' }) status?: ConversationStatus | null;
  @Text({ max: 200, ...cell, description: 'Used in email threads.' }) subject?: string | null;
  @Phone({ max: 40, ...cell, description: 'Used in text threads. Normalised to E.164.' }) contact_number?: E164 | null;
  @ExternalId({ description: 'The external id of the staff member who owns the thread.' }) assigned_to_external_id?:
    string | null;
  @Uuid({ ...cell, description: 'The `user_id` of a staff member. If the thread is not closed, the person needs inbox access.' })
  assigned_to?: StaffUserId | null;
  @Flag(cell) pinned?: boolean | null;
  @Flag(cell) is_ai_managed?: boolean | null;
  @Email({ ...cell, description: 'Used in email threads.' }) contact_email?: EmailAddress | null;
  @Phone({ max: 40, ...cell, description: 'The shop’s line that the contact last wrote to. Normalised to E.164.' })
  line?: E164 | null;
  @DateTime({ ...cell, description: 'When the thread was marked read. Default for a thread that is not open: now.' })
  read_at?: Instant | null;
  @Flag(cell) marked_unread?: boolean | null;
  @DateTime(LAST) last_message_at?: Instant | null;
  @DateTime(LAST) last_inbound_at?: Instant | null;
  @DateTime(LAST) last_outbound_at?: Instant | null;
  @DateTime(LAST) last_human_outbound_at?: Instant | null;
  @MetadataColumn() metadata?: Metadata | null;
  @Rows({ kind: () => messageKind, reference: 'conversation', max: 10_000, description: 'NDJSON only.' })
  messages?: readonly object[];
}

export const conversationKind = importKind<ConversationRow, Conversation>({
  name: 'conversations',
  record: CONVERSATIONS,
  row: ConversationRow,
  resolve: {
    references: [
      { column: 'customer_id', external: 'customer_external_id', to: CUSTOMERS },
      { column: 'lead_id', external: 'lead_external_id', to: LEADS },
      ASSIGNED_TO,
    ],
    required: ['channel'],
    kept: ['last_message_at', 'last_inbound_at', 'last_outbound_at', 'last_human_outbound_at'],
  },
  examples: [
    {
      external_id: 'T-1001',
      metadata: { campaign: 'spring' },
      customer_external_id: 'C-1001',
      channel: 'sms',
      status: 'open',
      contact_number: '613 555 0142',
      assigned_to_external_id: 'S-1001',
      pinned: false,
      created_at: '2024-05-17T09:30:00Z',
      messages: [
        { external_id: 'M-0901', direction: 'inbound', body: 'Can you fit me in on Monday?', created_at: '2024-05-17T09:30:00Z' },
        {
          external_id: 'M-0902',
          direction: 'outbound',
          body: 'Monday at nine?',
          status: 'delivered',
          created_at: '2024-05-17T09:41:00Z',
        },
      ],
    },
    { external_id: 'T-1002', customer_external_id: 'C-1002', channel: 'email', status: 'closed', subject: 'Fleet prices' },
  ],
  defaults: { channel: null, status: 'open', pinned: false, isAiManaged: false, markedUnread: false, metadata: {} },
  write: (next, before, _, context) => {
    if (!context.isNew && !context.restore) requireThreadMove(before.status, next.status);
    requireTeammate(before, next, next.status !== 'closed', context);
    const countsAsRead = next.status !== 'open' && next.readAt === null && !context.restore;
    return countsAsRead ? { ...next, readAt: before.readAt ?? context.now } : next;
  },
  announce: announcedAs(conversationEvents, IMPORTED_THREAD),
});
