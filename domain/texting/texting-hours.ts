import { WEEKDAYS, type WeeklyHours } from '../access/shop-settings.js';
import { instantOf, later, millisOf, type Instant } from '../shared/instant.js';
import { offsetAt, steadyPeriod, type SteadyPeriod } from '../shared/time-zone.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The day of the week of 1970-01-01, a Thursday, in the list of weekdays. */
const FIRST_WEEKDAY = WEEKDAYS.indexOf('thu');

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
  const end = later(at, SEARCH_DAYS * DAY_MS);
  for (let from = at; from < end;) {
    const nextDay = later(from, DAY_MS);
    const period: SteadyPeriod = steadyPeriod({ from, to: nextDay < end ? nextDay : end }, timezone);
    const [start, until] = [millisOf(from) + period.offset, millisOf(period.to) + period.offset];
    const found = firstOpen(hours, closures, start, until);
    if (found !== null) return instantOf(found - period.offset);
    from = period.to;
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
    const begins = windowsOf(hours, day)
      .map(([from, to]) => ({ begin: Math.max(from, start), end: Math.min(to, until) }))
      .flatMap(({ begin, end }) => (begin < end ? [begin] : []));
    if (begins.length > 0) return Math.min(...begins);
  }
  return null;
}

/** The windows of a day as local times. @param day days since 1970-01-01; -1 is the day before, on clocks behind UTC */
function windowsOf(hours: WeeklyHours, day: number): (readonly [from: number, to: number])[] {
  const weekday = WEEKDAYS[(day + WEEKDAYS.length + FIRST_WEEKDAY) % WEEKDAYS.length];
  const windows = (weekday && hours[weekday]) ?? [];
  return windows.map(({ from, until }) => [day * DAY_MS + timeOfDay(from), day * DAY_MS + timeOfDay(until)]);
}

/** The milliseconds from the beginning of the day to a time of the day: `24:00` is a whole day. */
function timeOfDay(time: string): number {
  const [hour, minute] = time.split(':');
  return (Number(hour) * 60 + Number(minute)) * MINUTE_MS;
}

function dateOf(day: number): string {
  return instantOf(day * DAY_MS).slice(0, 'YYYY-MM-DD'.length);
}
