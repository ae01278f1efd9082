import { millisOf, type Instant } from '../shared/instant.js';

const SECONDS = /^\d{1,9}$/;
/** The three forms of a date in HTTP (RFC 9110, 5.6.7) begin with the day of the week. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? /;

/**
 * Reads the header `Retry-After`: seconds, or a date.
 * @returns the milliseconds from now on, at least 0; null: there is no such header, or it says something else
 */
export function retryAfterMs(header: string | null, now: Instant): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (!DATE.test(text)) return null;
  // The oldest form names no zone. All three are in GMT.
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? null : Math.max(0, ms - millisOf(now));
}
