import { ValidationError } from '../shared/errors.js';
import type { TimeWindow } from '../shared/instant.js';
import { lengthOf } from '../shared/time-zone.js';

const LONGEST_DAYS = 31;
const DAY_MS = 86_400_000;

/**
 * Checks the window in which a booking is to begin.
 * @throws ValidationError when the window does not end after its start, or is longer than 31 days
 */
export function requireBookingWindow(window: TimeWindow, timezone: string): void {
  if (window.from >= window.to) throw new ValidationError('from', 'must be before to');
  if (lengthOf(window, timezone) > LONGEST_DAYS * DAY_MS)
    throw new ValidationError('to', `must be at most ${LONGEST_DAYS} days after from`);
}
