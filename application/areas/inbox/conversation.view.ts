import { hasMarketingConsent } from '../../../domain/customers/customer.js';
import {
  CHANNELS,
  CONVERSATION_STATUSES,
  isUnread,
  type Conversation,
  type ShownThread,
} from '../../../domain/inbox/conversation.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DIRECTIONS } from '../../../domain/texting/message.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ExternalIdShown, MetadataShown } from '../../kernel/fields/annotation-fields.js';
import { DateTime, Flag, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Included, Nested, UpdatedAt, type View } from '../../kernel/fields/view.js';
import type { LastMessage } from '../texting/messages.js';
import type { ConversationDetail, IncludedInThread, ListedThread } from './conversations.js';
import { ShownContactView } from './shown-contact.js';

const LAST = { nullable: true } as const;

export class ConversationView {
  @Uuid() id!: string;
  @Uuid({ nullable: true }) customer_id!: string | null;
  @OneOf(CHANNELS) channel!: string;
  @OneOf(CONVERSATION_STATUSES) status!: string;
  @Text({ nullable: true, fromOutside: true, description: 'Used in email threads.' }) subject!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'E.164. Used in text threads.', example: '+16135550142' })
  contact_number!: string | null;
  @Uuid({ nullable: true, explained: true, description: 'The owner’s `user_id`.' }) assigned_to!: string | null;
  @Flag() pinned!: boolean;
  @Flag({ description: 'The contact’s last message is later than the shop’s, and nobody has marked it read.' }) unread!: boolean;
  @Flag({ description: 'The service’s own agent is answering.' }) is_ai_managed!: boolean;
  @DateTime(LAST) last_message_at!: string | null;
  @DateTime(LAST) last_inbound_at!: string | null;
  @DateTime({ ...LAST, description: 'Includes automated messages.' }) last_outbound_at!: string | null;
  @DateTime({ ...LAST, explained: true, description: 'A person’s reply only.' })
  last_human_outbound_at!: string | null;
  @DateTime() created_at!: string;
  @UpdatedAt() updated_at?: string | undefined;
  @ExternalIdShown() external_id!: string | null;
  @MetadataShown() metadata!: Metadata;

  static of(thread: ShownThread): ConversationView {
    return {
      id: thread.id,
      customer_id: thread.customerId,
      channel: thread.channel,
      status: thread.status,
      subject: thread.subject,
      contact_number: thread.contactNumber,
      assigned_to: thread.assignedTo,
      pinned: thread.pinned,
      unread: isUnread(thread),
      is_ai_managed: thread.isAiManaged,
      last_message_at: thread.lastMessageAt,
      last_inbound_at: thread.lastInboundAt,
      last_outbound_at: thread.lastOutboundAt,
      last_human_outbound_at: thread.lastHumanOutboundAt,
      created_at: thread.createdAt,
      updated_at: thread.updatedAt,
      external_id: thread.externalId,
      metadata: thread.metadata,
    };
  }
}

class LastMessageView {
  @OneOf(DIRECTIONS) direction!: string;
  @Text({ nullable: true, fromOutside: true }) body!: string | null;
  @DateTime() created_at!: string;

  static of({ direction, body, createdAt }: LastMessage): LastMessageView {
    return { direction, body, created_at: createdAt };
  }
}

export class ListedConversationView extends ConversationView {
  @Text({ nullable: true, fromOutside: true, description: 'Of its customer, else of its lead.', example: 'Dana Whitfield' })
  contact_name!: string | null;
  @Included(ShownContactView, { description: 'Its customer, else its lead, else the number or address of the thread.' })
  contact?: ShownContactView;
  @Included(LastMessageView, { description: 'Null in a thread without messages, such as one of calls.' })
  last_message?: LastMessageView | null;

  static override of(thread: ListedThread & IncludedInThread): ListedConversationView {
    const { contactName: contact_name, contact, lastMessage } = thread;
    const included = {
      contact: contact && ShownContactView.of(contact),
      last_message: lastMessage && LastMessageView.of(lastMessage),
    };
    return Object.assign(ConversationView.of(thread), { contact_name, ...defined(included) });
  }
}

export class ConversationDetailView {
  @Nested(ConversationView, { description: 'The thread. Lists, events and webhooks have these fields at their top.' })
  conversation!: ConversationView;
  @Uuid({ nullable: true }) customer_id!: string | null;
  @Text({ nullable: true, fromOutside: true }) customer_name!: string | null;
  @Text({ nullable: true, description: 'E.164.' }) customer_phone!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'In lower case.' }) customer_email!: string | null;
  @Flag({ description: 'True if the contact sent STOP or staff blocked texts. Sending is refused then.' })
  texting_blocked!: boolean;
  @Flag({ explained: true, description: 'Governs campaigns, not replies.' })
  marketing_consent!: boolean;

  static of({ conversation, customer, optOut, customerOptOut }: ConversationDetail, now: Instant): ConversationDetailView {
    return {
      conversation: ConversationView.of(conversation),
      customer_id: conversation.customerId,
      customer_name: customer?.name ?? null,
      customer_phone: customer?.phone ?? null,
      customer_email: customer?.email ?? null,
      texting_blocked: optOut?.liftedAt === null,
      marketing_consent: customer !== null && hasMarketingConsent(customer, customerOptOut, now),
    };
  }
}

/** A change decides on the whole record, of which the events show a part. */
const EVENT_VIEW: View<Conversation> = ConversationView;

const aboutThread: About = ({ id, customer_id: customer, contact_number: number }) => [
  ['conversation', id],
  ['customer', customer],
  ['number', number],
];

export const conversationEvents = eventKinds(EVENT_VIEW, aboutThread, {
  'conversation.created': { says: 'A thread began.', causedBy: 'comms.send_text' },
  'conversation.updated': { says: 'A thread changed, but not by being given to a teammate.' },
  'conversation.assigned': { says: 'A thread was given to a teammate.' },
});
