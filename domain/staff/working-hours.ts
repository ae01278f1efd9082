import type { WeeklyHours } from '../access/shop-settings.js';
import { parseWeeklyHours, printWeeklyHours } from '../access/weekly-hours.js';

/** The text of the hours of somebody who works whenever the shop is open. */
const STANDARD = 'standard';

/**
 * Reads the hours in which somebody works, in the form of a shop's opening hours: `tue-fri 09:00-17:00`. The text `closed` is
 * for somebody who never works.
 * @returns null for `standard` and for an empty text: the shop's opening hours
 * @throws ValidationError
 */
export function parseWorkingHours(typed: string): WeeklyHours | null {
  const text = typed.trim().toLowerCase();
  return text === '' || text === STANDARD ? null : parseWeeklyHours('hours', typed);
}

/** Prints hours in the form that `parseWorkingHours` takes. */
export function printWorkingHours(hours: WeeklyHours | null): string {
  return hours ? printWeeklyHours(hours) : STANDARD;
}
