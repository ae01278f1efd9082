import { STANDARD_SETTINGS, type ShopSettings } from '../../../domain/access/shop-settings.js';
import { integer, json, orNull, table, text, uuidKey } from '../../storage/tables/table.js';

export const shopSettingsTable = table<ShopSettings & { shopId: string }>('shop_settings', {
  shopId: uuidKey('shop_id'),
  openingHours: json('opening_hours'),
  textingHours: json('texting_hours'),
  closures: json(),
  bays: json(),
  messagingService: orNull(text('messaging_service')),
  textsPerHour: { ...integer('texts_per_hour'), default: STANDARD_SETTINGS.textsPerHour },
  replyPointer: { ...text('reply_pointer'), default: STANDARD_SETTINGS.replyPointer },
  replyTo: orNull(text('reply_to')),
  bookingLeadMinutes: { ...integer('booking_lead_minutes'), default: STANDARD_SETTINGS.bookingLeadMinutes },
  bookingStepMinutes: { ...integer('booking_step_minutes'), default: STANDARD_SETTINGS.bookingStepMinutes },
  bookingBufferMinutes: { ...integer('booking_buffer_minutes'), default: STANDARD_SETTINGS.bookingBufferMinutes },
  bookingHorizonDays: { ...integer('booking_horizon_days'), default: STANDARD_SETTINGS.bookingHorizonDays },
});
