import { WEEKDAYS, type ShopSettings } from '../access/shop.js';
import type { Instant } from '../shared/instant.js';
import { dayAt, writtenLocally } from '../shared/time-zone.js';

/** The name under which conditions read when the event happened: `event.local_time`. No data of an event has such a field. */
export const MOMENT = 'event';

/** The moment of an event on the shop's clocks, as conditions see it. */
export interface Moment {
  /** `HH:MM` */
  readonly local_time: string;
  readonly weekday: (typeof WEEKDAYS)[number];
  /** the shop was open */
  readonly open: boolean;
}

export function momentOf(
  at: Instant,
  timezone: string,
  { openingHours, closures }: Pick<ShopSettings, 'openingHours' | 'closures'>,
): Moment {
  const { weekday: name, date } = dayAt(at, timezone);
  const weekday = WEEKDAYS.find((one) => name.toLowerCase().startsWith(one)) ?? WEEKDAYS[0];
  const time = writtenLocally(at, timezone).slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
  const isOpen =
    !closures.includes(date) && (openingHours[weekday] ?? []).some(({ from, until }) => from <= time && time < until);
  return { local_time: time, weekday, open: isOpen };
}
