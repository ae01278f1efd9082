import type { Shop } from '../../domain/access/shop.js';
import { instantOf, type Instant } from '../../domain/shared/instant.js';
import { dayAt, writtenOffset } from '../../domain/shared/time-zone.js';

/**
 * The instructions that a model gets when it connects. They name the shop's time zone and the date there, because a model knows
 * neither.
 */
export function instructionsFor({ name, timezone, currency }: Shop, now: Instant): string {
  const { weekday, date } = dayAt(now, timezone);
  return (
    `You act for ${name}, a vehicle-service shop in ${timezone}, where today is ${weekday}, ${date}; prices are in ${currency}. ` +
    `Write times with their offset, such as ${exampleTime(timezone, now)}; answers are in UTC. Lists say how ` +
    'many records they left out: page with offset until next_offset is null. Pass an idempotency_key with every write, so that ' +
    'a retry does not write twice.'
  );
}

/** Nine o'clock today in a time zone, in the form in which a tool's time arguments are written. */
export function exampleTime(timezone: string, now: Instant): string {
  return `${dayAt(now, timezone).date}T09:00:00${writtenOffset(now, timezone)}`;
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
