import { fieldsOf, Invalid } from '../../../application/kernel/fields/field.js';
import { Email, Parsed, Text, wholeNumber } from '../../../application/kernel/fields/fields.js';
import { operatorReader } from '../../../application/kernel/fields/operator-input.js';
import { propertyOf } from '../../../application/transfer/import-row.js';
import type { ShopSettings, WeeklyHours } from '../../../domain/access/shop.js';
import { parseWeeklyHours, printWeeklyHours } from '../../../domain/access/weekly-hours.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { refuse } from '../../../domain/shared/errors.js';
import { removeLinks } from '../../../domain/texting/remove-links.js';
import { parseBays, printBays } from './bays.js';
import { parseClosures, printClosures } from './closures.js';
import { NONE } from './none.js';

const orEmpty = { optional: true, clearable: true };
const orNone = { optional: true, nullable: true };

/** A number in digits without a sign. */
function Count(min: number, max: number): PropertyDecorator {
  const toNumber = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text);
  return Parsed(toNumber, orEmpty, { rules: wholeNumber(min, max) });
}

/** The settings of a shop under the names by which an operator sets them. */
class TypedSettings {
  @Parsed((text) => parseWeeklyHours('opening_hours', text), orEmpty) opening_hours?: WeeklyHours;
  @Parsed((text) => parseWeeklyHours('texting_hours', text), orEmpty) texting_hours?: WeeklyHours;
  @Parsed(parseClosures, orEmpty) closures?: readonly string[];
  @Parsed(parseBays, { ...orEmpty, lines: true }) bays?: readonly string[];
  @Text({ max: 100, ...orNone }) messaging_service?: string | null;
  @Count(1, 1_000_000) texts_per_hour?: number;
  @Parsed(withoutLinks, { max: 160, ...orEmpty }) reply_pointer?: string;
  @Email(orNone) reply_to?: EmailAddress | null;
  @Count(0, 43_200) booking_lead_minutes?: number;
  @Count(5, 1440) booking_step_minutes?: number;
  @Count(0, 1440) booking_buffer_minutes?: number;
  @Count(1, 730) booking_horizon_days?: number;
}

type SettingName = keyof TypedSettings;

// The cast is safe: each property of the class is a field.
export const SETTING_NAMES = fieldsOf(TypedSettings).map(({ name }) => name) as readonly SettingName[];

/** The settings that `none` clears. */
const MAY_BE_NONE: readonly string[] = ['messaging_service', 'reply_to'] satisfies SettingName[];

const read = operatorReader(TypedSettings);

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

/** The line that ends every scheduled text. It has no links, because a scheduled text has none. */
function withoutLinks(typed: string): string | Invalid {
  if (isNone(typed)) return new Invalid('cannot be empty: every scheduled text ends with it');
  const { text, linksRemoved } = removeLinks(typed);
  return linksRemoved ? new Invalid('must not contain a link') : text;
}

function isNone(text: string): boolean {
  return text === '' || text === NONE;
}

/** Prints each setting in the form that `readSetting` takes. */
export function printSettings(settings: ShopSettings): Readonly<Record<SettingName, string>> {
  return {
    opening_hours: printWeeklyHours(settings.openingHours),
    texting_hours: printWeeklyHours(settings.textingHours),
    closures: printClosures(settings.closures),
    bays: printBays(settings.bays),
    messaging_service: settings.messagingService ?? NONE,
    texts_per_hour: String(settings.textsPerHour),
    reply_pointer: settings.replyPointer,
    reply_to: settings.replyTo ?? NONE,
    booking_lead_minutes: String(settings.bookingLeadMinutes),
    booking_step_minutes: String(settings.bookingStepMinutes),
    booking_buffer_minutes: String(settings.bookingBufferMinutes),
    booking_horizon_days: String(settings.bookingHorizonDays),
  };
}
