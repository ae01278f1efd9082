import { later, type Instant } from '../shared/instant.js';

export const WAIT_UNITS = ['minutes', 'hours', 'days'] as const;
export type WaitUnit = (typeof WAIT_UNITS)[number];

/** A length of time as a shop writes it, such as 3 days. It is kept in its unit, so that an answer shows what was given. */
export interface Wait {
  readonly unit: WaitUnit;
  /** a whole number, at least 1 */
  readonly count: number;
}

const MINUTES: Readonly<Record<WaitUnit, number>> = { minutes: 1, hours: 60, days: 1440 };

/** The longest wait of a trigger or a step (decisions.md §16 bounds it; the service takes 90 days). */
export const LONGEST_WAIT_DAYS = 90;

/** A day has 24 hours, also when clocks change: a wait is a length of time, not a time of the day. */
export function minutesOf({ unit, count }: Wait): number {
  return count * MINUTES[unit];
}

/** Tells whether a wait is a whole number of its unit, from one minute to `LONGEST_WAIT_DAYS`. */
export function isWithinBounds(wait: Wait): boolean {
  return Number.isInteger(wait.count) && wait.count >= 1 && minutesOf(wait) <= LONGEST_WAIT_DAYS * MINUTES.days;
}

/** The instant this long after another. A day has 24 hours here, so a change of clocks moves the time on the wall. */
export function laterBy(instant: Instant, wait: Wait): Instant {
  return later(instant, minutesOf(wait) * 60_000);
}
