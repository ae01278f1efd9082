import { DAY_MS, MINUTE_MS, instantOf, later, millisOf, type Instant, type TimeWindow } from './instant.js';

/** The formats of the time zones that were asked for last. It takes ten times as long to make a format as to use it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 200;

/** The milliseconds by which the clocks of a time zone are ahead of UTC at an instant; negative if they are behind. */
export function offsetAt(instant: Instant, timezone: string): number {
  const written = offsetFormat(timezone).format(millisOf(instant));
  // The end has the form `GMT-04:00`. UTC itself is `GMT`, and some historical offsets have seconds.
  const [, sign, hours, minutes, seconds = '0'] = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(written) ?? [];
  const ms = ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

function offsetFormat(timezone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  if (FORMATS.size >= MOST_FORMATS) FORMATS.clear();
  FORMATS.set(timezone, format);
  return format;
}

/** A period in which the clocks of a time zone keep their offset from UTC. */
export interface SteadyPeriod extends TimeWindow {
  /** milliseconds ahead of UTC, as `offsetAt` answers them */
  readonly offset: number;
}

/** A window in steady periods of at most a day, one after the other. */
export function* steadyPeriods({ from, to }: TimeWindow, timezone: string): Generator<SteadyPeriod> {
  let offset = offsetAt(from, timezone);
  for (let start = from; start < to;) {
    const nextDay = later(start, DAY_MS);
    const end = nextDay < to ? nextDay : to;
    const next = offsetAt(end, timezone);
    const period = { from: start, to: next === offset ? end : changeIn({ from: start, to: end }, offset, timezone), offset };
    yield period;
    start = period.to;
    offset = next;
  }
}

/**
 * The change of the clocks in a window, which may be at its end. The window may be a day long at most: clocks change twice within a
 * longer one, and the changes could cancel each other out.
 * @param offset the offset at the beginning of the window; at the end there is another one
 */
function changeIn({ from, to }: TimeWindow, offset: number, timezone: string): Instant {
  let [before, after] = [millisOf(from), millisOf(to)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(instantOf(middle), timezone) === offset) before = middle;
    else after = middle;
  }
  return instantOf(after);
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
 * The instant at which a day begins in a time zone. That is not always midnight: clocks can go forward at midnight.
 * @param day the day at midnight in UTC
 */
export function beginningOf(day: Instant, timezone: string): Instant {
  for (const { from, to, offset } of steadyPeriods({ from: later(day, -DAY_MS), to: later(day, DAY_MS) }, timezone)) {
    const midnight = later(day, -offset);
    if (midnight < to) return midnight > from ? midnight : from;
  }
  return day;
}

/** An instant in a time zone's local time, to the minute, in RFC 3339 with the offset: `2026-03-02T08:00:00-05:00`. */
export function writtenLocally(instant: Instant, timezone: string): string {
  return `${localTime(instant, timezone).slice(0, 'YYYY-MM-DDTHH:mm'.length)}:00${writtenOffset(instant, timezone)}`;
}

/** As `writtenLocally`, but to the second. */
export function writtenToTheSecond(instant: Instant, timezone: string): string {
  return `${localTime(instant, timezone).slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)}${writtenOffset(instant, timezone)}`;
}

function localTime(instant: Instant, timezone: string): string {
  return later(instant, offsetAt(instant, timezone));
}

/** An instant for people, in a time zone's local time and without the year: `Tue, Nov 24, 10:00 AM`. */
export function inWords(instant: Instant, timezone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  // Intl writes a narrow blank before AM and PM. It is not in GSM-7, so it would more than double the price of a text message.
  return format.format(millisOf(instant)).replaceAll('\u202f', ' ');
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
