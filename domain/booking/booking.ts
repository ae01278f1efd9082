import type { WeeklyHours } from '../access/shop.js';
import type { StaffProfileId } from '../shared/id.js';
import type { Instant, TimeWindow } from '../shared/instant.js';

/** How a shop takes bookings. */
export interface BookingRules {
  /** the least time from now to the start of the work */
  readonly leadMinutes: number;
  /** the distance between two possible starts on the shop's wall clock */
  readonly stepMinutes: number;
  /** the time after the work in which its bay and its person get no other work */
  readonly bufferMinutes: number;
  /** how many days after today the work may start at the latest; 0 is today */
  readonly horizonDays: number;
}

/** Somebody who can do the work of a booking. */
export interface BookablePerson {
  readonly id: StaffProfileId;
  readonly hours: WeeklyHours;
}

/** A job that is neither completed nor canceled and has a start. */
export interface BookedJob {
  readonly scheduledStart: Instant;
  /** null, or not after the start: the job lasts one hour */
  readonly scheduledEnd: Instant | null;
  /** null, or a name that is none of the shop's bays: the job takes one of the bays */
  readonly bay: string | null;
  /** null, or somebody who is not active: the job takes one of the people */
  readonly assigneeId: StaffProfileId | null;
}

/** The work of a booking. */
export interface BookedWork {
  /** more than 0 */
  readonly minutes: number;
  /** how long the bay stays taken after the end of the work; 0 if nothing has to cure */
  readonly cureMinutes: number;
}

/** A time at which the work can be done, with the first bay and the first person that are free then. */
export interface Slot {
  readonly startsAt: Instant;
  /** the end of the work, before the buffer and the cure time */
  readonly endsAt: Instant;
  /** null: the shop has no bays */
  readonly bay: string | null;
  readonly staffId: StaffProfileId;
}

/** The reasons why there are no slots. If several hold, the answer is the first one of this list. */
export const NO_SLOT_REASONS = [
  /** The shop has nobody who could do the work. */
  'no_staff',
  /** No window of the weekly opening hours is as long as the work. */
  'longer_than_opening_hours',
  /** All starts that were asked for are before the end of the lead time, or all of those at which the shop is open long enough. */
  'too_soon',
  /** All starts that were asked for are after the last day of the horizon, or all of those at which the shop is open long enough. */
  'too_far_ahead',
  /** The shop is closed in all of the time that was asked for. */
  'closed',
  /** The shop is open, but no step of its starts lies in the time that was asked for, and its own beginning is not free. */
  'no_start_then',
  /** The shop is open, but closes before the work would end, at all starts that were asked for. */
  'ends_after_closing',
  /** Nobody, or not the person who was asked for, works for the whole time of the work. */
  'nobody_works',
  /** The bays, or the people who work then, are taken. */
  'fully_booked',
] as const;
export type NoSlotReason = (typeof NO_SLOT_REASONS)[number];

/** The most slots of one answer. */
export const MOST_SLOTS = 200;

/** The free starts that are nearest to a time; null: there is none within a week. */
export interface NearestStarts {
  readonly before: Instant | null;
  readonly after: Instant | null;
}

export interface Availability {
  /** the earliest ones by start, at most `MOST_SLOTS` */
  readonly slots: readonly Slot[];
  /** the number of slots after those */
  readonly omitted: number;
  /** null if there are slots */
  readonly reason: NoSlotReason | null;
}

/** Everything that the slots of a booking depend on. */
export interface BookingQuestion {
  /** the starts that were asked for */
  readonly window: TimeWindow;
  readonly now: Instant;
  /** the shop's, as are the opening hours, the closures and the bays */
  readonly timezone: string;
  readonly rules: BookingRules;
  readonly openingHours: WeeklyHours;
  /** days on which nobody works, `YYYY-MM-DD` in the time zone */
  readonly closures: readonly string[];
  /** in the order in which they are filled; none: only people count */
  readonly bays: readonly string[];
  /** in the order in which they get work */
  readonly people: readonly BookablePerson[];
  /** everybody who is active, also those who are not among the people */
  readonly activeStaff: ReadonlySet<StaffProfileId>;
  /** the one person who must do the work; null: any of the people */
  readonly only: StaffProfileId | null;
  /** in any order; those that do not touch the window and the time after it change nothing */
  readonly jobs: readonly BookedJob[];
  readonly work: BookedWork;
}
