import type { WeeklyHours } from '../access/shop.js';
import { ValidationError } from '../shared/errors.js';
import { instantOf, later, type Instant, type TimeWindow } from '../shared/instant.js';
import { lengthOf } from '../shared/time-zone.js';
import { windowsOn } from '../shared/weekly-windows.js';
import {
  MOST_SLOTS,
  type Availability,
  type BookingQuestion,
  type BookingRules,
  type NoSlotReason,
  type Slot,
  type BookedWork,
} from './booking.js';
import { boundsOf, calendarOf, startsOf, type Bounds, type Start } from './open-times.js';
import { takenBays, takenPeople, takenTimes, worksAt, type Bay, type Person } from './place.js';
import { isFree, MINUTE_MS } from './span.js';

/**
 * The reason why a booking has no slots: the first one of `NO_SLOT_REASONS` that holds.
 * @param starts those that were asked for, in the opening hours
 * @param people those who may do the work
 */
function noSlotReason(
  { people: all, openingHours, work: { minutes } }: BookingQuestion,
  { asked, earliest, firstDay, lastDay }: Bounds,
  starts: readonly Start[],
  people: readonly Person[],
): NoSlotReason {
  if (all.length === 0) return 'no_staff';
  if (isLongerThanAll(minutes, openingHours)) return 'longer_than_opening_hours';
  if (asked.to <= earliest) return 'too_soon';
  if (firstDay > lastDay) return 'too_far_ahead';
  if (starts.length === 0) return 'closed';
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

/**
 * The times at which the work of a booking can start: in steps from the beginning of each window of the opening hours.
 *
 * The work lies within one window of the opening hours, and within one window of the person's hours, on a day that is not closed.
 * The person is free until the end of the buffer, and the bay until the end of the buffer and of the cure time; both may end after
 * the window. Only what the clocks show counts. So an hour that is repeated counts twice, a window whose start is skipped begins
 * with the first minute that exists, and the windows of two days are not joined.
 *
 * A slot never depends on moving a job that has no bay or no assignee. So there are too few slots rather than double bookings.
 */
export function availability(question: BookingQuestion): Availability {
  const { timezone, closures, only, rules, work } = question;
  const bounds = boundsOf(question);
  const { from, to } = bounds.asked;
  const starts = startsOf(question, bounds, calendarOf(bounds.asked, timezone, closures));
  const times = timesOf(work, rules);
  const jobs = takenTimes(question.jobs);
  const bays = takenBays(question.bays, jobs, { from, to: to + times.bay });
  // Work that nobody can do may be years long, and so would be the calendar.
  const isPossible = starts.some(({ possible }) => possible);
  const people = isPossible ? takenPeople(question, jobs, { from, to: to + times.person }) : [];
  const chosen = people.filter(({ id }) => only === null || id === only);
  const found = slotsOf(starts, bays, chosen, question);
  return { ...found, reason: found.slots.length > 0 ? null : noSlotReason(question, bounds, starts, chosen) };
}

/** The period in which jobs matter for the slots of a window: until the last work, its buffer and its cure time are over. */
export function periodOfJobs({ window, rules, work }: Pick<BookingQuestion, 'window' | 'rules' | 'work'>): TimeWindow {
  return { from: window.from, to: later(window.to, timesOf(work, rules).bay * MINUTE_MS) };
}

/** The minutes from the start of the work in which a booking takes its person and its bay. */
function timesOf(
  { minutes, cureMinutes }: BookedWork,
  { bufferMinutes }: BookingRules,
): Readonly<Record<'person' | 'bay', number>> {
  return { person: minutes + bufferMinutes, bay: minutes + Math.max(bufferMinutes, cureMinutes) };
}

function slotsOf(
  starts: readonly Start[],
  bays: readonly Bay[],
  people: readonly Person[],
  { work, rules }: BookingQuestion,
): Pick<Availability, 'slots' | 'omitted'> {
  const slots: Slot[] = [];
  let omitted = 0;
  const times = timesOf(work, rules);
  for (const { minute: from, possible } of starts) {
    if (!possible) continue;
    const bay = bays.find((one) => isFree(one.taken, { from, to: from + times.bay }));
    if (!bay && bays.length > 0) continue;
    const [whole, held] = [
      { from, to: from + work.minutes },
      { from, to: from + times.person },
    ];
    const person = people.find((one) => isFree(one.taken, held) && worksAt(one, whole));
    if (!person) continue;
    if (slots.length === MOST_SLOTS) omitted += 1;
    else slots.push({ startsAt: at(whole.from), endsAt: at(whole.to), bay: bay?.name ?? null, staffId: person.id });
  }
  return { slots, omitted };
}

function at(minute: number): Instant {
  return instantOf(minute * MINUTE_MS);
}

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
