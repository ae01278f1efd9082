import { ValidationError } from '../shared/errors.js';
import { instantOf, later, type Instant, type TimeWindow } from '../shared/instant.js';
import { lengthOf } from '../shared/time-zone.js';

const DAY = 24 * 60 * 60 * 1000;
const STANDARD = 7 * DAY;
const LONGEST = 92 * DAY;
const LAST_INSTANT = instantOf(Date.UTC(9999, 11, 31, 23, 59, 59, 999));

/**
 * The window of a diary query. A window without a start begins now. A window without an end lasts seven days.
 * @throws ValidationError when the window does not end after its start, or is longer than 92 days
 */
export function diaryWindow(asked: Partial<TimeWindow>, now: Instant, timezone: string): TimeWindow {
  const { from = now } = asked;
  if (asked.to === undefined) return { from, to: upTo(later(from, STANDARD)) };
  const { to } = asked;
  if (from >= to) {
    throw asked.from === undefined
      ? new ValidationError('to', 'must be after now if from is not given')
      : new ValidationError('from', 'must be before to');
  }
  if (lengthOf({ from, to }, timezone) > LONGEST) throw new ValidationError('to', 'must be at most 92 days after from');
  return { from, to };
}

/** Limits an instant to the year 9999. ISO 8601 writes later years with a sign, so later instants cannot be compared as text. */
function upTo(instant: Instant): Instant {
  return instant.length === LAST_INSTANT.length ? instant : LAST_INSTANT;
}
