import { ValidationError } from '../shared/errors.js';
import { DAY_MS, later, millisOf, parseInstant, type Instant } from '../shared/instant.js';
import { codePoints, hasLineBreak, isPrintable } from '../shared/text.js';

const MOST_BAYS = 100;
const LONGEST_NAME = 60;
const MOST_DAYS = 400;

/**
 * Checks the names of bays, in the order in which the bays are filled.
 * @throws ValidationError
 */
export function checkBays(bays: readonly string[]): readonly string[] {
  if (bays.length > MOST_BAYS) throw new ValidationError('bays', `must be at most ${MOST_BAYS} bays`);
  for (const [index, bay] of bays.entries()) {
    const isLine = bay !== '' && isPrintable(bay) && !hasLineBreak(bay) && codePoints(bay) <= LONGEST_NAME;
    // The command line separates the names by commas.
    if (!isLine || bay.includes(','))
      throw new ValidationError('bays', `each name must be one line of 1 to ${LONGEST_NAME} characters without a comma`);
    if (bays.findIndex((other) => other.toLowerCase() === bay.toLowerCase()) < index)
      throw new ValidationError('bays', `${bay} is named twice`);
  }
  return bays;
}

/**
 * Reads days and inclusive ranges of days, such as `2026-12-25` and `2027-01-02..2027-01-05`.
 * @returns the days in order, each once
 * @throws ValidationError
 */
export function readClosures(parts: readonly string[]): readonly string[] {
  const days = new Set<string>();
  for (const part of parts) {
    for (const day of daysOf(part)) days.add(day);
    if (days.size > MOST_DAYS) throw new ValidationError('closures', `must be at most ${MOST_DAYS} days`);
  }
  return [...days].sort();
}

/** Returns the days in the form that `readClosures` takes. Consecutive days become a range. */
export function printClosures(days: readonly string[]): readonly string[] {
  const ranges: { first: string; last: string }[] = [];
  for (const day of days) {
    const range = ranges.at(-1);
    if (range && dayAfter(range.last) === day) range.last = day;
    else ranges.push({ first: day, last: day });
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}..${last}`));
}

function daysOf(part: string): string[] {
  const [first = '', last = first, ...rest] = part.split('..');
  const [begin, end] = [midnightOf(first), midnightOf(last)];
  if (!begin || !end || rest.length > 0)
    throw new ValidationError(
      'closures',
      `"${part}" is not a day such as 2026-12-25, nor a range such as 2026-12-25..2027-01-02`,
    );
  const count = (millisOf(end) - millisOf(begin)) / DAY_MS + 1;
  if (count < 1) throw new ValidationError('closures', `${part} ends before it begins`);
  if (count > MOST_DAYS) throw new ValidationError('closures', `must be at most ${MOST_DAYS} days`);
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
