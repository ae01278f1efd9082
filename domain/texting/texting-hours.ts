import type { WeeklyHours } from '../access/shop.js';
import { DAY_MS, MINUTE_MS, instantOf, later, millisOf, type Instant } from '../shared/instant.js';
import { offsetAt, steadyPeriods } from '../shared/time-zone.js';
import { dateOf, windowsOn } from '../shared/weekly-windows.js';

/** How many days `nextTextingTime` looks ahead. A shop that texts nobody for longer has practically stopped texting. */
export const SEARCH_DAYS = 366;

/**
 * Tells whether a shop may text at an instant: its clocks then show a time within one of the weekday's windows, on a day that is
 * not closed. Only what the clocks show counts. So an hour that is repeated counts twice, and a window whose start is skipped
 * begins with the first minute that exists.
 * @param closures days without texts, `YYYY-MM-DD` in the time zone
 */
export function isTextingTime(hours: WeeklyHours, closures: readonly string[], timezone: string, at: Instant): boolean {
  const local = millisOf(at) + offsetAt(at, timezone);
  return firstOpen(hours, closures, local, local + 1) !== null;
}

/**
 * The first minute at or after an instant in which a shop may text: the instant itself if texting is permitted then, otherwise
 * the beginning of the next window. Null if the next 366 days have none.
 * @param closures days without texts, `YYYY-MM-DD` in the time zone
 */
export function nextTextingTime(hours: WeeklyHours, closures: readonly string[], timezone: string, at: Instant): Instant | null {
  for (const { from, to, offset } of steadyPeriods({ from: at, to: later(at, SEARCH_DAYS * DAY_MS) }, timezone)) {
    const found = firstOpen(hours, closures, millisOf(from) + offset, millisOf(to) + offset);
    if (found !== null) return instantOf(found - offset);
  }
  return null;
}

/**
 * The first permitted time from `start` to just before `until`, both local times of one steady period, at most a day apart.
 * Local times are milliseconds since 1970-01-01T00:00 on the shop's clocks.
 */
function firstOpen(hours: WeeklyHours, closures: readonly string[], start: number, until: number): number | null {
  for (let day = Math.floor(start / DAY_MS); day * DAY_MS < until; day += 1) {
    if (closures.includes(dateOf(day))) continue;
    const begins = windowsOn(hours, day).flatMap((window) => {
      const begin = Math.max(day * DAY_MS + window.from * MINUTE_MS, start);
      return begin < Math.min(day * DAY_MS + window.to * MINUTE_MS, until) ? [begin] : [];
    });
    if (begins.length > 0) return Math.min(...begins);
  }
  return null;
}
