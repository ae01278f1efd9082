import { knownTimezone, shopName, type WantedShop } from '../../application/areas/access/manage-shops.js';
import { isNone, NONE, ShopSettingsInput } from '../../application/areas/access/shop-settings.js';
import type { ShopChange } from '../../application/areas/access/shops.js';
import { fieldsOf } from '../../application/kernel/fields/field.js';
import { operatorReader } from '../../application/kernel/fields/operator-input.js';
import { propertyOf } from '../../application/transfer/import-row.js';
import { FEATURES, type Feature, type ShopSettings } from '../../domain/access/shop.js';
import { printClosures } from '../../domain/access/shop-lists.js';
import { printWeeklyHours } from '../../domain/access/weekly-hours.js';
import { refuse, ValidationError } from '../../domain/shared/errors.js';
import type { Assignment } from './typed.js';

type SettingName = keyof ShopSettingsInput;

// The cast is safe: each property of the class is a field.
export const SETTING_NAMES = fieldsOf(ShopSettingsInput).map(({ name }) => name) as readonly SettingName[];

/** The settings that `none` clears. */
const MAY_BE_NONE: readonly string[] = [
  ...(['messaging_service', 'reply_to'] satisfies SettingName[]),
  ...(['keep_recordings_months', 'keep_transcripts_months', 'keep_messages_months'] satisfies SettingName[]),
];

const read = operatorReader(ShopSettingsInput);

/**
 * Reads the text that an operator typed for one setting.
 * @returns null when no setting has that name
 * @throws ValidationError
 */
export function readSetting(name: string, typed: string): Partial<ShopSettings> | null {
  const known = SETTING_NAMES.find((one) => one === name);
  if (known === undefined) return null;
  const text = typed.trim();
  const { input, faults } = read({ [known]: isNone(text) && MAY_BE_NONE.includes(known) ? null : text });
  refuse(faults);
  return { [propertyOf(known)]: input[known] };
}

/** Prints each setting in the form that `readSetting` takes. */
export function printSettings(settings: ShopSettings): Readonly<Record<SettingName, string>> {
  return {
    opening_hours: printWeeklyHours(settings.openingHours),
    texting_hours: printWeeklyHours(settings.textingHours),
    closures: printClosures(settings.closures).join(',') || NONE,
    bays: settings.bays.join(',') || NONE,
    messaging_service: settings.messagingService ?? NONE,
    texts_per_hour: String(settings.textsPerHour),
    reply_pointer: settings.replyPointer,
    reply_to: settings.replyTo ?? NONE,
    booking_lead_minutes: String(settings.bookingLeadMinutes),
    booking_step_minutes: String(settings.bookingStepMinutes),
    booking_buffer_minutes: String(settings.bookingBufferMinutes),
    booking_horizon_days: String(settings.bookingHorizonDays),
    keep_recordings_months: String(settings.keepRecordingsMonths ?? NONE),
    keep_transcripts_months: String(settings.keepTranscriptsMonths ?? NONE),
    keep_messages_months: String(settings.keepMessagesMonths ?? NONE),
  };
}

const FEATURE_KEYS: ReadonlyMap<string, Feature> = new Map(FEATURES.map((feature) => [`features.${feature}`, feature]));
const SHOP_KEYS: readonly string[] = ['name', 'timezone', ...FEATURE_KEYS.keys(), ...SETTING_NAMES];

/**
 * Reads the values of a shop and its settings that an operator typed.
 * @throws ValidationError which names the first key that is unknown, given twice or has a wrong value
 */
export function readAssignments(assignments: readonly Assignment[]): WantedShop {
  let wanted: WantedShop = { shop: {}, settings: {} };
  for (const [index, { key, value }] of assignments.entries()) {
    if (assignments.findIndex((other) => other.key === key) < index) throw new ValidationError(key, 'is given twice');
    const settings = readSetting(key, value);
    if (settings) wanted = { ...wanted, settings: { ...wanted.settings, ...settings } };
    else wanted = { ...wanted, shop: withShopKey(wanted.shop, key, value) };
  }
  return wanted;
}

function withShopKey(change: ShopChange, key: string, value: string): ShopChange {
  if (key === 'name') return { ...change, name: shopName(value) };
  if (key === 'timezone') return { ...change, timezone: knownTimezone(value.trim()) };
  const feature = FEATURE_KEYS.get(key);
  if (!feature) throw new ValidationError(key, `cannot be set; these can be set: ${SHOP_KEYS.join(', ')}`);
  const wanted = value.trim().toLowerCase();
  if (wanted !== 'on' && wanted !== 'off') throw new ValidationError(key, 'must be on or off');
  return { ...change, features: { ...change.features, [feature]: wanted === 'on' } };
}
