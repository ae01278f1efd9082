import { instantOf, millisOf, type Instant } from '../shared/instant.js';
import { offsetAt } from '../shared/time-zone.js';
import type { BookingQuestion } from './booking.js';
import { openTimes, startsIn, type Calendar } from './open-times.js';
import { firstMinuteFrom, MINUTE_MS, type Span } from './span.js';

const DAY_MS = 86_400_000;

/** A minute in which the work could start if everybody and everything were free. */
export interface Start {
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

export function boundsOf({ window, now, timezone, rules }: BookingQuestion): Bounds {
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

/** The starts that were asked for in the opening hours, the earliest first. */
export function startsOf({ openingHours, rules, work }: BookingQuestion, bounds: Bounds, calendar: Calendar): Start[] {
  return openTimes(openingHours, calendar).flatMap((part) =>
    startsIn(part, bounds.asked, rules.stepMinutes).map((minute): Start => {
      const fits = minute + work.minutes <= part.closes;
      return { minute, fits, possible: fits && minute >= bounds.earliest && part.day <= bounds.lastDay };
    }),
  );
}
