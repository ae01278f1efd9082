import { WEEKDAYS, type Weekday } from '../../domain/access/shop.js';

export interface WallTime {
  readonly weekday: Weekday;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:mm` */
  readonly time: string;
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** The text that a clock on the wall shows, as the runtime formats it. The service computes local times in another way. */
export function wallClock(ms: number, timezone: string): WallTime {
  const format =
    FORMATS.get(timezone) ??
    // Sweden writes dates as `2026-03-08 01:59`.
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  FORMATS.set(timezone, format);
  const [date = '', time = ''] = format.format(ms).split(' ');
  const sunday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return { weekday: WEEKDAYS[(sunday + 6) % 7]!, date, time };
}
