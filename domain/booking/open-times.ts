import type { WeeklyHours } from '../access/shop.js';
import { DAY_MS, MINUTE_MS, instantOf, later, millisOf, type Instant } from '../shared/instant.js';
import { offsetAt, steadyPeriods } from '../shared/time-zone.js';
import { dateOf, windowsOn, type DayWindow } from '../shared/weekly-windows.js';
import type { BookingQuestion } from './booking.js';
import { firstMinuteFrom, type Span } from './span.js';

const DAY_MINUTES = 1440;
/** A window of a day ends at most this long after it begins, also when the clocks change. */
const LONGEST_WINDOW = 2 * DAY_MINUTES;

/** A period in which the clocks do not change. */
interface Period extends Span {
  /** the minutes by which local time is ahead of UTC */
  readonly offset: number;
}

/** The clocks of a shop in a period, and the days on which it is not closed. */
export interface Calendar {
  readonly periods: readonly Period[];
  /** days since 1970-01-01 */
  readonly openDays: readonly number[];
}

/**
 * A part of a window in which the clocks do not change. Several parts follow each other without a gap when the clocks change
 * within the window.
 */
export interface OpenTime extends Span {
  /** the end of the last part that follows without a gap */
  readonly closes: number;
  /** the day of the window, in days since 1970-01-01 */
  readonly day: number;
  /** the minute, on the clocks of this part, at which the wall shows the time of the window's first minute */
  readonly origin: number;
}

/** The calendar of a period, from so long before it that it has the whole of every window that reaches into it. */
export function calendarOf({ from, to }: Span, timezone: string, closures: readonly string[]): Calendar {
  const start = instantOf((from - LONGEST_WINDOW) * MINUTE_MS);
  const window = { from: start, to: later(start, (to - from + 2 * LONGEST_WINDOW) * MINUTE_MS) };
  const periods: Period[] = [];
  for (const steady of steadyPeriods(window, timezone)) {
    const period = {
      from: firstMinuteFrom(steady.from),
      to: firstMinuteFrom(steady.to),
      offset: Math.round(steady.offset / MINUTE_MS),
    };
    const before = periods.at(-1);
    if (before?.offset === period.offset) periods[periods.length - 1] = { ...before, to: period.to };
    else periods.push(period);
  }
  const days = new Set(periods.flatMap(daysOf));
  return { periods, openDays: [...days].filter((day) => !closures.includes(dateOf(day))) };
}

function daysOf({ from, to, offset }: Period): number[] {
  const first = Math.floor((from + offset) / DAY_MINUTES);
  const count = Math.ceil((to + offset) / DAY_MINUTES) - first;
  return Array.from({ length: count }, (_, index) => first + index);
}

/** The windows of the open days in the order of their beginnings. A window without any minute on the clocks is left out. */
export function openTimes(hours: WeeklyHours, { periods, openDays }: Calendar): OpenTime[] {
  const windows = openDays.flatMap((day) => windowsOn(hours, day).map((window) => ({ day, window })));
  return windows.flatMap(({ day, window }) => partsOf(day, window, periods)).sort((one, other) => one.from - other.from);
}

function partsOf(day: number, window: DayWindow, periods: readonly Period[]): OpenTime[] {
  const parts: OpenTime[] = [];
  const [begin, end] = [day * DAY_MINUTES + window.from, day * DAY_MINUTES + window.to];
  let firstTime: number | null = null;
  for (const period of periods) {
    const [from, to] = [Math.max(begin - period.offset, period.from), Math.min(end - period.offset, period.to)];
    if (from >= to) continue;
    firstTime ??= from + period.offset;
    parts.push({ from, to, closes: to, day, origin: firstTime - period.offset });
  }
  return joined(parts);
}

/** Sets when the shop closes after each part: with the part, or with those that follow without a gap. */
function joined(parts: readonly OpenTime[]): OpenTime[] {
  return parts.reduceRight<OpenTime[]>((after, part) => {
    const [next] = after;
    return [next?.from === part.to ? { ...part, closes: next.closes } : part, ...after];
  }, []);
}

/** The possible starts of a part in a time: in steps from the window's first minute, by the time that the clocks show. */
function startsIn(part: OpenTime, asked: Span, step: number): number[] {
  const [from, to] = [Math.max(part.from, asked.from), Math.min(part.to, asked.to)];
  const starts: number[] = [];
  // The origin can be before or after `from`, and the remainder of a negative number is negative.
  for (let start = from + ((((part.origin - from) % step) + step) % step); start < to; start += step) starts.push(start);
  return starts;
}

/** A time at which the work could start if everybody and everything were free. */
export interface Start {
  /** whole, but for the beginning of a window of seconds */
  readonly minute: number;
  /** false: the shop closes before the work ends, or the start is too soon or too far ahead */
  readonly possible: boolean;
  /** false: the shop closes before the work ends */
  readonly fits: boolean;
}

/** The time within which a booking may start. */
export interface Bounds {
  /** the starts that were asked for */
  readonly asked: Span;
  /** the first minute after the lead time */
  readonly earliest: number;
  /** the day of the first start that was asked for, in days since 1970-01-01 on the shop's clocks */
  readonly firstDay: number;
  /** the last day of the horizon */
  readonly lastDay: number;
}

function boundsOf({ window, now, timezone, rules }: Omit<BookingQuestion, 'jobs'>): Bounds {
  const asked = { from: firstMinuteFrom(window.from), to: firstMinuteFrom(window.to) };
  return {
    asked,
    earliest: firstMinuteFrom(now) + rules.leadMinutes,
    firstDay: dayOf(instantOf(asked.from * MINUTE_MS), timezone),
    lastDay: dayOf(now, timezone) + rules.horizonDays,
  };
}

/** The day on the clocks of a time zone. */
function dayOf(instant: Instant, timezone: string): number {
  return Math.floor((millisOf(instant) + offsetAt(instant, timezone)) / DAY_MS);
}

/** The starts that a question is about. */
export interface AskedStarts {
  readonly bounds: Bounds;
  /** the earliest first */
  readonly starts: readonly Start[];
  /** false: the shop is closed in all of the time that was asked for */
  readonly isOpen: boolean;
  /** false: no step lies in the opening hours of the time that was asked for, so that its own beginning is the only start */
  readonly inSteps: boolean;
}

/** The starts that were asked for in the opening hours. */
export function askedStarts(question: Omit<BookingQuestion, 'jobs'>): AskedStarts {
  const { openingHours, timezone, closures, rules, work, window } = question;
  const bounds = boundsOf(question);
  const { asked, earliest, lastDay } = bounds;
  const start = (minute: number, { closes, day }: OpenTime): Start => {
    const fits = minute + work.minutes <= closes;
    return { minute, fits, possible: fits && minute >= earliest && day <= lastDay };
  };
  const parts = openTimes(openingHours, calendarOf(asked, timezone, closures));
  const starts = parts.flatMap((part) => startsIn(part, asked, rules.stepMinutes).map((minute) => start(minute, part)));
  const open = parts.find(({ from, to }) => from * MINUTE_MS < millisOf(window.to) && millisOf(window.from) < to * MINUTE_MS);
  if (starts.length > 0 || !open) return { bounds, starts, isOpen: open !== undefined, inSteps: true };
  const minute = Math.max(open.from, asked.from);
  // A window of seconds has no whole minute, so its own beginning is none.
  const own = minute < Math.min(open.to, asked.to) ? minute : millisOf(window.from) / MINUTE_MS;
  const begun = { ...asked, from: Math.min(asked.from, Math.floor(own)) };
  return { bounds: { ...bounds, asked: begun }, starts: [start(own, open)], isOpen: true, inSteps: false };
}
