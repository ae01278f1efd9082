import { ValidationError } from '../../../domain/shared/errors.js';
import { later, millisOf, parseInstant, type Instant } from '../../../domain/shared/instant.js';
import { NONE } from './none.js';

const MOST = 400;
const DAY_MS = 86_400_000;

/**
 * Reads days and inclusive ranges of days, such as `2026-12-25,2027-01-02..2027-01-05`.
 * @returns the days in order, each once
 * @throws ValidationError
 */
export function parseClosures(typed: string): readonly string[] {
  const text = typed.trim();
  if (text === '' || text === NONE) return [];
  const days = new Set<string>();
  for (const part of text.split(',')) {
    for (const day of daysOf(part.trim())) days.add(day);
    if (days.size > MOST) refuse(`must be at most ${MOST} days`);
  }
  return [...days].sort();
}

/** Prints closures in the form that `parseClosures` takes. Consecutive days become a range. */
export function printClosures(days: readonly string[]): string {
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
    refuse(`"${part}" is not a day such as 2026-12-25, nor a range such as 2026-12-25..2027-01-02`);
  const count = (millisOf(end) - millisOf(begin)) / DAY_MS + 1;
  if (count < 1) refuse(`${part} ends before it begins`);
  if (count > MOST) refuse(`must be at most ${MOST} days`);
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

function refuse(problem: string): never {
  throw new ValidationError('closures', problem);
}
