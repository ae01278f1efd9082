import { knownTimezone, shopName, type WantedShop } from '../../application/areas/access/manage-shops.js';
import type { ShopChange } from '../../application/areas/access/shops.js';
import { fieldsOf, Invalid } from '../../application/kernel/fields/field.js';
import { Email, Parsed, Text, wholeNumber } from '../../application/kernel/fields/fields.js';
import { operatorReader } from '../../application/kernel/fields/operator-input.js';
import { propertyOf } from '../../application/transfer/import-row.js';
import { FEATURES, type Feature, type ShopSettings, type WeeklyHours } from '../../domain/access/shop.js';
import { parseWeeklyHours, printWeeklyHours } from '../../domain/access/weekly-hours.js';
import type { EmailAddress } from '../../domain/shared/contact.js';
import { refuse, ValidationError } from '../../domain/shared/errors.js';
import { later, millisOf, parseInstant, type Instant } from '../../domain/shared/instant.js';
import { codePoints, hasLineBreak, isPrintable, normalizeText } from '../../domain/shared/text.js';
import { removeLinks } from '../../domain/texting/remove-links.js';
import type { Assignment } from './typed.js';

/** The word that an operator types, and a command prints, for an empty setting. */
const NONE = 'none';

const MOST_BAYS = 100;
const LONGEST_NAME = 60;
const MOST_DAYS = 400;
const DAY_MS = 86_400_000;

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
  const { text, removed } = removeLinks(typed);
  return removed.length > 0 ? new Invalid('must not contain a link') : text;
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

/**
 * Reads bay names such as `Bay 1,Bay 2`, in the order in which the bays are filled.
 * @throws ValidationError
 */
function parseBays(typed: string): readonly string[] {
  const text = normalizeText(typed);
  if (text === '' || text === NONE) return [];
  const bays = text.split(',').map((bay) => bay.trim());
  if (bays.length > MOST_BAYS) throw new ValidationError('bays', `must be at most ${MOST_BAYS} bays`);
  for (const [index, bay] of bays.entries()) {
    const acceptable = bay !== '' && isPrintable(bay) && !hasLineBreak(bay) && codePoints(bay) <= LONGEST_NAME;
    if (!acceptable) throw new ValidationError('bays', `each name must be one line of 1 to ${LONGEST_NAME} characters`);
    if (bays.findIndex((other) => other.toLowerCase() === bay.toLowerCase()) < index)
      throw new ValidationError('bays', `${bay} is named twice`);
  }
  return bays;
}

function printBays(bays: readonly string[]): string {
  return bays.join(',') || NONE;
}

/**
 * Reads days and inclusive ranges of days, such as `2026-12-25,2027-01-02..2027-01-05`.
 * @returns the days in order, each once
 * @throws ValidationError
 */
function parseClosures(typed: string): readonly string[] {
  const text = typed.trim();
  if (text === '' || text === NONE) return [];
  const days = new Set<string>();
  for (const part of text.split(',')) {
    for (const day of daysOf(part.trim())) days.add(day);
    if (days.size > MOST_DAYS) throw new ValidationError('closures', `must be at most ${MOST_DAYS} days`);
  }
  return [...days].sort();
}

/** Prints closures in the form that `parseClosures` takes. Consecutive days become a range. */
function printClosures(days: readonly string[]): string {
  const ranges: { first: string; last: string }[] = [];
  for (const day of days) {
    const range = ranges.at(-1);
    if (range && dayAfter(range.last) === day) range.last = day;
    else ranges.push({ first: day, last: day });
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}..${last}`)).join(',') || NONE;
}

function daysOf(part: string): string[] {
  const [first = '', last = first, ...rest] = part.split('..');
  const [begin, end] = [midnightOf(first), midnightOf(last)];
  if (!begin || !end || rest.length > 0)
    throw new ValidationError(
      'closures',
      `"${part}" is not a day such as 2026-12-25, nor a range such as 2026-12-25..2027-01-02`,
    );
  const count = (millisOf(end) - millisOf(begin)) / DAY_MS + 1;
  if (count < 1) throw new ValidationError('closures', `${part} ends before it begins`);
  if (count > MOST_DAYS) throw new ValidationError('closures', `must be at most ${MOST_DAYS} days`);
  return Array.from({ length: count }, (_, index) => dayOf(later(begin, index * DAY_MS)));
}

/** Returns the start of a `YYYY-MM-DD` day in UTC, or null if the calendar has no such day. */
function midnightOf(day: string): Instant | null {
  return parseInstant(`${day}T00:00:00Z`);
}

function dayAfter(day: string): string | null {
  const midnight = midnightOf(day);
  return midnight && dayOf(later(midnight, DAY_MS));
}

function dayOf(midnight: Instant): string {
  return midnight.slice(0, 10);
}
