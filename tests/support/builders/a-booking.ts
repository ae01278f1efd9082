import { STANDARD_SETTINGS } from '../../../domain/access/shop.js';
import type { BookablePerson, BookedJob, BookingQuestion } from '../../../domain/booking/booking.js';
import type { StaffProfileId } from '../../../domain/shared/id.js';
import { at } from '../test-clock.js';

/** The id of a person. A name is easier to read in an expectation than a UUID. */
export function staffId(name: string): StaffProfileId {
  return name as StaffProfileId; // safe: the rules of booking only compare ids
}

/** Somebody who works during the standard opening hours: from Monday to Friday, 08:00 to 18:00. */
export function aPerson(name: string, hours = STANDARD_SETTINGS.openingHours): BookablePerson {
  return { id: staffId(name), hours };
}

/** A job of an hour, on Tuesday at 09:00 in Toronto, without a bay and an assignee. */
export function aBookedJob(fields: Partial<BookedJob> = {}): BookedJob {
  return { scheduledStart: at('2026-03-03T09:00:00-05:00'), scheduledEnd: null, bay: null, assigneeId: null, ...fields };
}

/**
 * Asks on Monday, 2026-03-02, at 10:00 in Toronto for an hour of work on Tuesday. The shop has the standard opening hours, one
 * bay and one person, Ana, who is active. It takes bookings at every full hour.
 */
export function aBookingQuestion(fields: Partial<BookingQuestion> = {}): BookingQuestion {
  const people = fields.people ?? [aPerson('Ana')];
  return {
    window: { from: at('2026-03-03T00:00:00-05:00'), to: at('2026-03-04T00:00:00-05:00') },
    now: at('2026-03-02T10:00:00-05:00'),
    timezone: 'America/Toronto',
    rules: { leadMinutes: 120, stepMinutes: 60, bufferMinutes: 0, horizonDays: 90 },
    openingHours: STANDARD_SETTINGS.openingHours,
    closures: [],
    bays: ['Bay 1'],
    people,
    activeStaff: new Set(people.map(({ id }) => id)),
    only: null,
    jobs: [],
    work: { minutes: 60, cureMinutes: 0 },
    ...fields,
  };
}
