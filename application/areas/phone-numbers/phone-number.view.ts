import { PHONE_NUMBER_STATUSES, type PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, Flag, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import type { Sending } from './phone-numbers.js';

export class PhoneNumberView {
  @Uuid() id!: string;
  @Text({ description: 'E.164.', example: '+16135550100' }) number!: string;
  @Text({ nullable: true, example: 'Front desk' }) label!: string | null;
  @Flag({ description: 'The line that customers see and automations use by default.' }) is_primary!: boolean;
  @Flag({ description: 'True if the line can send at all.' }) is_sending!: boolean;
  @Flag({ description: 'True if the line takes texts.' }) sms!: boolean;
  @Flag({ description: 'True if the line takes calls.' }) voice!: boolean;
  @OneOf(PHONE_NUMBER_STATUSES, { description: 'Lists have active and porting lines only.', example: 'active' }) status!: string;
  @DateTime() created_at!: string;

  static of(line: PhoneNumber): PhoneNumberView {
    return {
      id: line.id,
      number: line.number,
      label: line.label,
      is_primary: line.isPrimary,
      is_sending: line.isSending,
      sms: line.sms,
      voice: line.voice,
      status: line.status,
      created_at: line.createdAt,
    };
  }
}

export const phoneNumberEvents = eventKinds(PhoneNumberView, NOBODY, {
  'phone_number.updated': { says: 'A line of the shop was added, changed or released.', causedBy: 'numbers.update' },
});

export class PhoneNumberListMeta {
  @Text({ nullable: true, description: 'The messaging service for the shop’s texts. Null if the shop uses none.' })
  messaging_service!: string | null;

  static of({ messagingService }: Sending): PhoneNumberListMeta {
    return { messaging_service: messagingService };
  }
}
