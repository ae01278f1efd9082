/** A point in time as `YYYY-MM-DDTHH:mm:ss.sssZ` (UTC). Instants compare as text, and the API sends them in this form. */
export type Instant = string & { readonly __instant: true };

/** A period from the instant `from` to just before the instant `to`. */
export interface TimeWindow {
  readonly from: Instant;
  readonly to: Instant;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** @param ms milliseconds since 1970-01-01T00:00:00Z */
export function instantOf(ms: number): Instant {
  return new Date(ms).toISOString() as Instant;
}

export function millisOf(instant: Instant): number {
  return Date.parse(instant);
}

/** The instant `ms` milliseconds later, or the last instant of the year 9999 if that is earlier. */
export function later(instant: Instant, ms: number): Instant {
  return instantOf(Math.min(millisOf(instant) + ms, LAST));
}

/** The same day of a later month at the same time of the day, in UTC. If that month has no such day, its last day is taken. */
export function monthsLater(instant: Instant, months: number): Instant {
  const from = new Date(millisOf(instant));
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const day = Math.min(from.getUTCDate(), daysIn(year, month + 1));
  return instantOf(Math.min(Date.UTC(year, month, day) + (millisOf(instant) % DAY_MS), LAST));
}

/**
 * Reads RFC 3339 with `Z` or an offset, a real calendar day and a year from 1970 to 9999; the result is cut to milliseconds.
 * Returns null for other text, such as a date only, `24:00`, a leap second, or a blank as separator.
 */
export function parseInstant(text: string): Instant | null {
  const match = RFC3339.exec(text);
  if (!match) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  if (hour > 23 || minute > 59 || second > 59 || part(9) > 23 || part(10) > 59) return null;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  const fraction = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const offset = (match[8] === '-' ? -1 : 1) * (part(9) * 60 + part(10)) * 60_000;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, fraction) - offset;
  return year < 1970 || ms < FIRST || ms > LAST ? null : instantOf(ms);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
