import { later, millisOf, type Instant, type TimeWindow } from './instant.js';

const MINUTE_MS = 60_000;

/** The milliseconds by which the clocks of a time zone are ahead of UTC at an instant; negative if they are behind. */
export function offsetAt(instant: Instant, timezone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(millisOf(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // The form is `GMT-04:00`. UTC itself is `GMT`, and some historical offsets have seconds.
  const [, sign, hours, minutes, seconds = '0'] = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name) ?? [];
  const ms = ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** The offset in the notation of RFC 3339: `-05:00`, `Z`. */
export function writtenOffset(instant: Instant, timezone: string): string {
  const minutes = Math.round(offsetAt(instant, timezone) / MINUTE_MS);
  if (minutes === 0) return 'Z';
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${padded(hours)}:${padded(rest)}`;
}

/** The local weekday and date in a time zone at an instant. */
export function dayAt(instant: Instant, timezone: string): { readonly weekday: string; readonly date: string } {
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: timezone, weekday: 'long' }).format(millisOf(instant));
  return { weekday, date: later(instant, offsetAt(instant, timezone)).slice(0, 'YYYY-MM-DD'.length) };
}

/**
 * The length of a window in milliseconds: in local time or in elapsed time, whichever is shorter. So a window of 31 days is not
 * too long for a limit of 31 days, even if the clocks change in these days.
 */
export function lengthOf({ from, to }: TimeWindow, timezone: string): number {
  const elapsed = millisOf(to) - millisOf(from);
  return Math.min(elapsed, elapsed + offsetAt(to, timezone) - offsetAt(from, timezone));
}

function padded(number: number): string {
  return String(number).padStart(2, '0');
}
