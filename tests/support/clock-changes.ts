import { instantOf, millisOf, type Instant } from '../../domain/shared/instant.js';
import { at } from './test-clock.js';
import { wallClock } from './wall-clock.js';

export interface ClockChange {
  readonly timezone: string;
  readonly kind: 'forward' | 'back';
  /** the first minute by the new time */
  readonly at: Instant;
}

const MINUTE = 60_000;
/** Zones that interrupt their summer time, such as Morocco for Ramadan, do so for a month. */
const STEP = 21 * 24 * 60 * MINUTE;

/** The last change of each kind, forward and back, of every time zone of the runtime that has had one in a period. */
export function clockChanges(from: string, until: string): ClockChange[] {
  const [first, last] = [millisOf(at(from)), millisOf(at(until))];
  return Intl.supportedValuesOf('timeZone').flatMap((timezone) => {
    const changes = new Map<string, ClockChange>();
    let before = offset(first, timezone);
    for (let time = first; time < last; time += STEP) {
      const after = offset(time + STEP, timezone);
      const kind = after > before ? 'forward' : 'back';
      if (after !== before) changes.set(kind, { timezone, kind, at: firstAfter(time, before, timezone) });
      before = after;
    }
    return [...changes.values()];
  });
}

/** The first minute after a time in which the offset is no longer `before`. */
function firstAfter(from: number, before: number, timezone: string): Instant {
  let [low, high] = [from, from + STEP];
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
    if (offset(middle, timezone) === before) low = middle;
    else high = middle;
  }
  return instantOf(high);
}

function offset(ms: number, timezone: string): number {
  const { date, time } = wallClock(ms, timezone);
  return Date.parse(`${date}T${time}:00Z`) - ms;
}
