import {
  SCHEDULABLE_CHANNELS,
  SCHEDULED_MESSAGE_STATUSES,
  type ScheduledMessage,
} from '../../../domain/scheduled-messages/scheduled-message.js';
import { DateTime, Flag, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';

export class ScheduledMessageView {
  @Uuid() id!: string;
  @Uuid({ nullable: true, description: 'The thread. Null before sending if none was given.' }) conversation!: string | null;
  @Uuid({ nullable: true }) customer_id!: string | null;
  @OneOf(SCHEDULABLE_CHANNELS) channel!: string;
  @Text({ description: 'The text that is sent.' }) body!: string;
  @Text({ nullable: true }) subject!: string | null;
  @Text({ fromOutside: true }) to!: string;
  @DateTime({ description: 'Quiet hours move it.' }) send_at!: string;
  @OneOf(SCHEDULED_MESSAGE_STATUSES) status!: string;
  @Text({ nullable: true, description: 'Why it was refused or failed.' }) error!: string | null;
  @Flag() links_removed!: boolean;
  @Uuid({ nullable: true, description: 'The message that it became.' }) message_id!: string | null;

  static of(message: ScheduledMessage): ScheduledMessageView {
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
      error: message.error,
      links_removed: message.linksRemoved,
      message_id: message.status === 'sending' ? null : message.messageId,
    };
  }
}
