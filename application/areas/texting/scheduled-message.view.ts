import type { Instant } from '../../../domain/shared/instant.js';
import {
  SCHEDULABLE_CHANNELS,
  SCHEDULED_MESSAGE_STATUSES,
  type ScheduledMessage,
} from '../../../domain/texting/scheduled-message.js';
import type { About } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, Flag, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { TextList } from '../../kernel/fields/view.js';
import { HELD_SAYS } from './message.view.js';

export class ScheduledMessageView {
  @Uuid() id!: string;
  @Uuid({ nullable: true, description: 'The thread. Null before sending if none was given.' }) conversation!: string | null;
  @Uuid({ nullable: true }) customer_id!: string | null;
  @OneOf(SCHEDULABLE_CHANNELS) channel!: string;
  // A rule writes a contact’s words into its texts.
  @Text({ fromOutside: true, description: 'The text that is sent.', example: 'Your car is ready.' }) body!: string;
  @Text({ nullable: true, fromOutside: true }) subject!: string | null;
  @Text({ fromOutside: true, example: '+16135550142' }) to!: string;
  @DateTime({ description: 'Quiet hours move it.' }) send_at!: string;
  @OneOf(SCHEDULED_MESSAGE_STATUSES) status!: string;
  @Text({ nullable: true, description: HELD_SAYS }) held!: string | null;
  @Text({ nullable: true, description: 'Why it was refused or failed.' }) error!: string | null;
  @Flag() links_removed!: boolean;
  @TextList({ fromOutside: true, description: 'The links that were removed from a text.' }) removed_links!: readonly string[];
  @Uuid({ nullable: true, description: 'The message that it became.' }) message_id!: string | null;

  static of(message: ScheduledMessage, now: Instant): ScheduledMessageView {
    return {
      id: message.id,
      conversation: message.conversationId,
      customer_id: message.customerId,
      channel: message.channel,
      body: message.body,
      subject: message.subject,
      to: message.to,
      send_at: message.sendAt,
      status: message.status,
      held: isWaiting(message, now) ? message.held : null,
      error: message.error,
      links_removed: message.linksRemoved,
      removed_links: message.removedLinks,
      message_id: message.status === 'sending' ? null : message.messageId,
    };
  }
}

/** One that is not due yet waits for its time. */
function isWaiting({ status, sendAt }: ScheduledMessage, now: Instant): boolean {
  return status === 'sending' || (status === 'scheduled' && sendAt <= now);
}

const aboutMessage: About = ({ customer_id: customer, conversation, channel, to }) => [
  ['customer', customer],
  ['conversation', conversation],
  [channel === 'email' ? 'email' : 'number', to],
];

export const scheduledMessageEvents = eventKinds(ScheduledMessageView, aboutMessage, {
  'scheduled_message.created': { says: 'A message was scheduled.' },
  'scheduled_message.updated': { says: 'A scheduled message changed, or quiet hours moved it.' },
  'scheduled_message.canceled': { says: 'A scheduled message was canceled before it was sent.', example: { status: 'canceled' } },
  'scheduled_message.sent': { says: 'A scheduled message was sent.', example: { status: 'sent' } },
  'scheduled_message.refused': {
    says: 'A rule refused a scheduled message when it was due; `error` names the rule.',
    example: { status: 'refused' },
  },
});
