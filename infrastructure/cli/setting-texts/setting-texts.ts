import type { ShopSettings } from '../../../domain/access/shop-settings.js';
import { parseWeeklyHours, printWeeklyHours } from '../../../domain/access/weekly-hours.js';
import { parseBays, printBays } from './bays.js';
import { BOOKING_SETTING_NAMES, isBookingSetting, readBookingSetting } from './booking.js';
import { parseClosures, printClosures } from './closures.js';
import { NONE } from './none.js';
import { parseReplyPointer, parseReplyTo, parseServiceId, parseTextsPerHour } from './sending.js';

export const SETTING_NAMES = [
  'opening_hours',
  'texting_hours',
  'closures',
  'bays',
  'messaging_service',
  'texts_per_hour',
  'reply_pointer',
  'reply_to',
  ...BOOKING_SETTING_NAMES,
] as const;

/**
 * Parses the text that an operator typed for one setting.
 * @returns null when no setting has that name
 * @throws ValidationError
 */
export function readSetting(name: string, typed: string): Partial<ShopSettings> | null {
  switch (name) {
    case 'opening_hours':
      return { openingHours: parseWeeklyHours(name, typed) };
    case 'texting_hours':
      return { textingHours: parseWeeklyHours(name, typed) };
    case 'closures':
      return { closures: parseClosures(typed) };
    case 'bays':
      return { bays: parseBays(typed) };
    case 'messaging_service':
      return { messagingService: parseServiceId(typed) };
    case 'texts_per_hour':
      return { textsPerHour: parseTextsPerHour(typed) };
    case 'reply_pointer':
      return { replyPointer: parseReplyPointer(typed) };
    case 'reply_to':
      return { replyTo: parseReplyTo(typed) };
    default:
      return isBookingSetting(name) ? readBookingSetting(name, typed) : null;
  }
}

/** Prints each setting in the form that `readSetting` takes. */
export function printSettings(settings: ShopSettings): Readonly<Record<(typeof SETTING_NAMES)[number], string>> {
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
