import { SHOP_STATUSES, statusOf, type SetUpShop, type Shop } from '../../../domain/access/shop.js';
import { printWeeklyHours } from '../../../domain/access/weekly-hours.js';
import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Nested, TextList } from '../../kernel/fields/view.js';

/** The fields of a shop that every answer about it has. */
export abstract class ShopFields {
  @Uuid({ description: 'Shop id.' }) id!: string;
  @Text({ description: 'Shop name.', example: 'Northside Auto Care' }) name!: string;
  @Text({ description: 'The IANA name of the shop’s time zone.', example: 'America/Toronto' }) timezone!: string;
  @Text({
    description: 'The shop’s country (ISO 3166-1 alpha-2). A phone number without a country code is of this country.',
    example: 'CA',
  })
  country!: string;
  @Text({ description: 'The currency of all amounts (ISO 4217).', example: 'CAD' }) currency!: string;
}

class FeaturesView {
  @Flag({ description: 'Scheduled messages.' }) scheduling!: boolean;
  @Flag({ description: 'The menu.' }) services!: boolean;
  @Flag({ description: 'Reviews.' }) reviews!: boolean;
  @Flag({ description: 'Free times and deposits.' }) booking!: boolean;

  static of({ scheduling, services, reviews, booking }: Shop['features']): FeaturesView {
    return { scheduling, services, reviews, booking };
  }
}

export class ShopView extends ShopFields {
  @OneOf(SHOP_STATUSES, { example: 'active' }) status!: string;
  @Nested(FeaturesView, { description: 'False: switched off, and 404 at the capability endpoints.' }) features!: FeaturesView;
  @Text({
    description: 'In the form of a change; “closed” if no day has hours.',
    example: 'mon-fri 08:00-18:00; sat 09:00-13:00',
  })
  opening_hours!: string;
  @Text({ description: 'When customers may be texted, in the same form.', example: 'mon-sun 08:00-21:00' })
  texting_hours!: string;
  @TextList({ description: 'The days on which the shop is closed, each alone and in order.' }) closures!: readonly string[];
  @TextList({ description: 'The bays, in the order in which they are filled.' }) bays!: readonly string[];
  @Text({ nullable: true, description: 'The provider’s id of the messaging service for the shop’s texts.' })
  messaging_service!: string | null;
  @Int({ description: 'The most texts in any 60 minutes.', example: 500 }) texts_per_hour!: number;
  @Text({ description: 'The line that ends every scheduled text.', example: 'Reply to this text to reach us.' })
  reply_pointer!: string;
  @Text({ nullable: true, description: 'The address for answers to the shop’s e-mails.', example: 'desk@example.com' })
  reply_to!: string | null;
  @Int({ description: 'A booking begins this many minutes from now at the earliest.', example: 120 })
  booking_lead_minutes!: number;
  @Int({ description: 'The minutes from one possible start to the next.', example: 30 }) booking_step_minutes!: number;
  @Int({ description: 'The minutes that bay and person stay free after the work.' }) booking_buffer_minutes!: number;
  @Int({ description: 'A booking begins at most this many days after today.', example: 90 }) booking_horizon_days!: number;
  @Int({ nullable: true, description: 'Recordings and voicemail are emptied after so many months. Null: never.', example: 24 })
  keep_recordings_months!: number | null;
  @Int({ nullable: true, description: 'Transcripts and summaries of calls. Null: never.' })
  keep_transcripts_months!: number | null;
  @Int({ nullable: true, description: 'Messages with their files, and scheduled messages that have ended. Null: never.' })
  keep_messages_months!: number | null;
  @DateTime() created_at!: string;

  static of({ shop, settings }: SetUpShop): ShopView {
    const { id, name, timezone, country, currency, features, createdAt } = shop;
    return {
      ...{ id, name, timezone, country, currency },
      status: statusOf(shop),
      features: FeaturesView.of(features),
      opening_hours: printWeeklyHours(settings.openingHours),
      texting_hours: printWeeklyHours(settings.textingHours),
      closures: settings.closures,
      bays: settings.bays,
      messaging_service: settings.messagingService,
      texts_per_hour: settings.textsPerHour,
      reply_pointer: settings.replyPointer,
      reply_to: settings.replyTo,
      booking_lead_minutes: settings.bookingLeadMinutes,
      booking_step_minutes: settings.bookingStepMinutes,
      booking_buffer_minutes: settings.bookingBufferMinutes,
      booking_horizon_days: settings.bookingHorizonDays,
      keep_recordings_months: settings.keepRecordingsMonths,
      keep_transcripts_months: settings.keepTranscriptsMonths,
      keep_messages_months: settings.keepMessagesMonths,
      created_at: createdAt,
    };
  }
}

export const shopEvents = eventKinds(ShopView, NOBODY, {
  'shop.updated': {
    says: 'The name, the zone, a setting, a switch or the standing of the shop was set.',
    causedBy: 'shop.update',
  },
});
