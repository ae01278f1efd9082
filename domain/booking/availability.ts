import { ValidationError } from '../shared/errors.js';
import { DAY_MS, MINUTE_MS, instantOf, later, type Instant, type TimeWindow } from '../shared/instant.js';
import { lengthOf } from '../shared/time-zone.js';
import {
  MOST_SLOTS,
  type Availability,
  type BookedWork,
  type BookingQuestion,
  type BookingRules,
  type NearestStarts,
  type NoSlotReason,
  type Slot,
} from './booking.js';
import { noSlotReason } from './no-slot-reason.js';
import { askedStarts, type AskedStarts } from './open-times.js';
import { takenBays, takenPeople, takenTimes, worksAt, type Bay, type Person } from './place.js';
import { isFree } from './span.js';

/** How far before and after a time the nearest free starts are looked for. */
const NEAR_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * The times at which the work of a booking can start: in steps from the beginning of each window of the opening hours. If the time
 * that was asked for has no such step, its own beginning is tried.
 *
 * The work lies within one window of the opening hours, and within one window of the person's hours, on a day that is not closed.
 * The person is free until the end of the buffer, and the bay until the end of the buffer and of the cure time; both may end after
 * the window. Only what the clocks show counts. So an hour that is repeated counts twice, a window whose start is skipped begins
 * with the first minute that exists, and the windows of two days are not joined.
 *
 * A slot never depends on moving a job that has no bay or no assignee. So there are too few slots rather than double bookings.
 */
export function availability(question: BookingQuestion, asked: AskedStarts = askedStarts(question)): Availability {
  const places = placesFor(question, asked);
  const slots: Slot[] = [];
  let omitted = 0;
  for (const slot of slotsOf(question, asked, places)) {
    if (slots.length === MOST_SLOTS) omitted += 1;
    else slots.push(slot);
  }
  return { slots, omitted, reason: slots.length > 0 ? null : noSlotReason(question, asked, places.people) };
}

/** Tells whether another time could be free if there are no slots for this reason. */
export function mayBeFreeElsewhen(reason: NoSlotReason): boolean {
  return reason !== 'no_staff' && reason !== 'longer_than_opening_hours';
}

/**
 * The last free start in the week before the time that was asked for, and the first one in the week after it.
 * @param question with the jobs of `periodAround`
 */
export function nearestStarts(question: BookingQuestion): NearestStarts {
  const { from, to } = question.window;
  const startsIn = (window: TimeWindow): Instant[] => {
    const near = { ...question, window };
    const asked = askedStarts(near);
    return asked.inSteps ? [...slotsOf(near, asked, placesFor(near, asked))].map(({ startsAt }) => startsAt) : [];
  };
  return {
    before: startsIn({ from: later(from, -NEAR_MS), to: from }).at(-1) ?? null,
    after: startsIn({ from: to, to: later(to, NEAR_MS) })[0] ?? null,
  };
}

type Period = Pick<BookingQuestion, 'window' | 'rules' | 'work'>;

/** The period in which jobs matter for the slots of a window: until the last work, its buffer and its cure time are over. */
export function periodOfJobs({ window: { from, to }, rules, work }: Period): TimeWindow {
  return { from, to: later(to, timesOf(work, rules).bay * MINUTE_MS) };
}

/** The period in which jobs matter for the nearest starts. */
export function periodAround({ window: { from, to }, ...question }: Period): TimeWindow {
  return periodOfJobs({ ...question, window: { from: later(from, -NEAR_MS), to: later(to, NEAR_MS) } });
}

/** The minutes from the start of the work in which a booking takes its person and its bay. */
function timesOf(
  { minutes, cureMinutes }: BookedWork,
  { bufferMinutes }: BookingRules,
): Readonly<Record<'person' | 'bay', number>> {
  return { person: minutes + bufferMinutes, bay: minutes + Math.max(bufferMinutes, cureMinutes) };
}

interface Places {
  readonly bays: readonly Bay[];
  /** those who may do the work */
  readonly people: readonly Person[];
}

function placesFor(question: BookingQuestion, { bounds, starts }: AskedStarts): Places {
  const { only, rules, work } = question;
  const { from, to } = bounds.asked;
  const times = timesOf(work, rules);
  const jobs = takenTimes(question.jobs);
  const bays = takenBays(question.bays, jobs, { from, to: to + times.bay });
  // Without a possible start the calendar is not made: the work may be years long, and so would be the calendar.
  const isPossible = starts.some(({ possible }) => possible);
  const people = isPossible ? takenPeople(question, jobs, { from, to: to + times.person }) : [];
  return { bays, people: people.filter(({ id }) => only === null || id === only) };
}

function* slotsOf({ work, rules }: BookingQuestion, { starts }: AskedStarts, { bays, people }: Places): Generator<Slot> {
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
    if (person) yield { startsAt: at(whole.from), endsAt: at(whole.to), bay: bay?.name ?? null, staffId: person.id };
  }
}

function at(minute: number): Instant {
  return instantOf(Math.round(minute * MINUTE_MS));
}

const LONGEST_DAYS = 31;

/**
 * Checks the window in which a booking is to begin.
 * @throws ValidationError when the window does not end after its start, or is longer than 31 days
 */
export function requireBookingWindow(window: TimeWindow, timezone: string): void {
  if (window.from >= window.to) throw new ValidationError('from', 'must be before to');
  if (lengthOf(window, timezone) > LONGEST_DAYS * DAY_MS)
    throw new ValidationError('to', `must be at most ${LONGEST_DAYS} days after from`);
}
