import { millisOf, type Instant, type TimeWindow } from './instant.js';

/** How many milliseconds the clocks of a zone are ahead of UTC at an instant. */
export function offsetAt(instant: Instant, timezone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(millisOf(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // `GMT-04:00`; UTC itself is `GMT`, and history knows offsets with seconds.
  const [, sign, hours, minutes, seconds = '0'] = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name) ?? [];
  const ms = ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** By the clock on the wall or by the one that never changes, whichever is shorter: a quarter stays one when clocks change. */
export function lengthOf({ from, to }: TimeWindow, timezone: string): number {
  const elapsed = millisOf(to) - millisOf(from);
  return Math.min(elapsed, elapsed + offsetAt(to, timezone) - offsetAt(from, timezone));
}
