import type { ShopSettings } from '../../../domain/access/shop-settings.js';
import { parseWholeNumber, type Bounds } from './whole-number.js';

interface BookingSetting extends Bounds {
  readonly property: `booking${string}` & keyof ShopSettings;
}

const BOOKING_SETTINGS = {
  booking_lead_minutes: { property: 'bookingLeadMinutes', min: 0, max: 43_200 },
  booking_step_minutes: { property: 'bookingStepMinutes', min: 5, max: 1440 },
  booking_buffer_minutes: { property: 'bookingBufferMinutes', min: 0, max: 1440 },
  booking_horizon_days: { property: 'bookingHorizonDays', min: 1, max: 730 },
} as const satisfies Record<string, BookingSetting>;

type BookingSettingName = keyof typeof BOOKING_SETTINGS;

// The cast is safe: `Object.keys` loses the type of the names.
export const BOOKING_SETTING_NAMES = Object.keys(BOOKING_SETTINGS) as readonly BookingSettingName[];

export function isBookingSetting(name: string): name is BookingSettingName {
  return Object.hasOwn(BOOKING_SETTINGS, name);
}

/** @throws ValidationError */
export function readBookingSetting(name: BookingSettingName, typed: string): Partial<ShopSettings> {
  const { property, ...bounds } = BOOKING_SETTINGS[name];
  return { [property]: parseWholeNumber(name, typed, bounds) };
}
