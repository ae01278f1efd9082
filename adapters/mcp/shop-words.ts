import { instantOf, later, type Instant } from '../../domain/shared/instant.js';
import { dayAt, offsetAt, writtenLocally, writtenOffset } from '../../domain/shared/time-zone.js';

const DAY_MS = 86_400_000;

/** The next nine o'clock in a time zone, in the form in which a tool's time arguments are written. */
export function exampleTime(timezone: string, now: Instant): string {
  const today = nineOn(dayAt(now, timezone).date, timezone);
  return writtenLocally(today > now ? today : nineOn(dayAt(later(today, DAY_MS), timezone).date, timezone), timezone);
}

function nineOn(date: string, timezone: string): Instant {
  const inUtc = instantOf(Date.parse(`${date}T09:00:00Z`));
  const near = later(inUtc, -offsetAt(inUtc, timezone));
  // The clocks may have changed between the two.
  return later(inUtc, -offsetAt(near, timezone));
}

/**
 * Returns the hints for the descriptions of a tool's time arguments: `first` for the first argument, with an example, and `other`
 * for all others. They name the time zone, because not every client shows a model the instructions.
 */
export function timeHints(timezone: string, now: Instant): { readonly first: string; readonly other: string } {
  const year = Number(now.slice(0, 'YYYY'.length));
  const [january, july] = [0, 6].map((month) => writtenOffset(instantOf(Date.UTC(year, month, 15)), timezone));
  const change = january === july ? '' : `, in July ${july}`;
  const hint = `With the shop’s offset (${timezone})`;
  return { first: `${hint}: ${year}-01-15T09:00:00${january}${change}.`, other: `${hint}.` };
}
