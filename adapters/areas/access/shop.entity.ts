import { STANDARD_SETTINGS, type Shop, type ShopSettings } from '../../../domain/access/shop.js';
import { flag, instant, integer, json, orNull, selectList, table, text, uuidKey } from '../../storage/tables/table.js';

export const shopTable = table<Shop>('shops', {
  id: uuidKey(),
  name: text(),
  timezone: text(),
  country: text(),
  currency: text(),
  suspended: { ...flag(), default: false },
  planLapsed: { ...flag('plan_lapsed'), default: false },
  features: json(),
  createdAt: instant('created_at'),
});

/** The default of a column with a list, or with weekly hours, as PostgreSQL prints it: the days by their names. */
function printed(value: object): () => string {
  const json = JSON.stringify(value, [...Object.keys(value).sort(), 'from', 'until']);
  return () => `'${json.replaceAll(/[:,](?=["[{])/g, '$& ')}'`;
}

export const shopSettingsTable = table<ShopSettings & { shopId: string }>('shop_settings', {
  shopId: uuidKey('shop_id'),
  openingHours: { ...json('opening_hours'), default: printed(STANDARD_SETTINGS.openingHours) },
  textingHours: { ...json('texting_hours'), default: printed(STANDARD_SETTINGS.textingHours) },
  closures: { ...json(), default: printed(STANDARD_SETTINGS.closures) },
  bays: { ...json(), default: printed(STANDARD_SETTINGS.bays) },
  messagingService: orNull(text('messaging_service')),
  textsPerHour: { ...integer('texts_per_hour'), default: STANDARD_SETTINGS.textsPerHour },
  replyPointer: { ...text('reply_pointer'), default: STANDARD_SETTINGS.replyPointer },
  replyTo: orNull(text('reply_to')),
  bookingLeadMinutes: { ...integer('booking_lead_minutes'), default: STANDARD_SETTINGS.bookingLeadMinutes },
  bookingStepMinutes: { ...integer('booking_step_minutes'), default: STANDARD_SETTINGS.bookingStepMinutes },
  bookingBufferMinutes: { ...integer('booking_buffer_minutes'), default: STANDARD_SETTINGS.bookingBufferMinutes },
  bookingHorizonDays: { ...integer('booking_horizon_days'), default: STANDARD_SETTINGS.bookingHorizonDays },
  keepRecordingsMonths: orNull(integer('keep_recordings_months')),
  keepTranscriptsMonths: orNull(integer('keep_transcripts_months')),
  keepMessagesMonths: orNull(integer('keep_messages_months')),
});

/** SQL that selects the settings of a shop. No row: an earlier release made the shop, and it has the standard settings. `$1` shop. */
export const SETTINGS_OF_SHOP = `select ${selectList(shopSettingsTable)} from shop_settings t where t.shop_id = $1`;
