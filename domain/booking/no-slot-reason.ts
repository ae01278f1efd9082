import type { WeeklyHours } from '../access/shop.js';
import { windowsOn } from '../shared/weekly-windows.js';
import type { BookingQuestion, NoSlotReason } from './booking.js';
import type { AskedStarts } from './open-times.js';
import { worksAt, type Person } from './place.js';

/**
 * The reason why a booking has no slots: the first one of `NO_SLOT_REASONS` that holds.
 * @param people those who may do the work
 */
export function noSlotReason(
  { people: all, openingHours, work: { minutes } }: BookingQuestion,
  { bounds: { asked, earliest, firstDay, lastDay }, starts, isOpen, inSteps }: AskedStarts,
  people: readonly Person[],
): NoSlotReason {
  if (all.length === 0) return 'no_staff';
  if (isLongerThanAll(minutes, openingHours)) return 'longer_than_opening_hours';
  if (asked.to <= earliest) return 'too_soon';
  if (firstDay > lastDay) return 'too_far_ahead';
  if (!isOpen) return 'closed';
  if (!inSteps) return 'no_start_then';
  const fitting = starts.find(({ fits }) => fits);
  if (!fitting) return 'ends_after_closing';
  const possible = starts.filter((start) => start.possible);
  if (possible.length === 0) return fitting.minute < earliest ? 'too_soon' : 'too_far_ahead';
  const somebodyWorks = possible.some(({ minute: from }) => people.some((one) => worksAt(one, { from, to: from + minutes })));
  return somebodyWorks ? 'fully_booked' : 'nobody_works';
}

/** Tells whether work takes longer than each window of the week. A shop without windows is closed instead. */
function isLongerThanAll(minutes: number, hours: WeeklyHours): boolean {
  const windows = Array.from({ length: 7 }, (_, day) => windowsOn(hours, day)).flat();
  return windows.length > 0 && windows.every(({ from, to }) => to - from < minutes);
}
