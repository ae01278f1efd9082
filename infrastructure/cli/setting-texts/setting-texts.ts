import { ValidationError } from '../../../domain/shared/errors.js';
import { codePoints, hasLineBreak, isPrintable, normalizeText } from '../../../domain/shared/text.js';
import { parseBays, printBays } from './bays.js';
import { parseClosures, printClosures } from './closures.js';
import { NONE } from './none.js';
import type { ShopSettings } from '../../../domain/access/shop-settings.js';
import { parseWeeklyHours, printWeeklyHours } from './weekly-hours.js';

export const SETTING_NAMES = ['opening_hours', 'texting_hours', 'closures', 'bays', 'messaging_service'] as const;

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
      return { messagingService: serviceId(typed) };
    default:
      return null;
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
  };
}

function serviceId(typed: string): string | null {
  const id = normalizeText(typed);
  if (id === '' || id === NONE) return null;
  if (!isPrintable(id) || hasLineBreak(id) || codePoints(id) > 100)
    throw new ValidationError('messaging_service', 'must be one line of at most 100 characters');
  return id;
}
