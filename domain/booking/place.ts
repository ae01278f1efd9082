import type { WeeklyHours } from '../access/shop.js';
import type { StaffProfileId } from '../shared/id.js';
import { MINUTE_MS, millisOf } from '../shared/instant.js';
import type { StaffMember } from '../staff/staff.js';
import type { BookablePerson, BookedJob, BookingQuestion } from './booking.js';
import { calendarOf, openTimes, type OpenTime } from './open-times.js';
import { add, complement, firstEndingAfter, hullOf, isFree, overlap, union, type Span } from './span.js';

/** A bay or a person that gets jobs. */
export interface Place {
  /** the times in which it gets no further job, as a union */
  readonly blocked: Span[];
  /** the times of its jobs, in any order */
  readonly jobs: Span[];
}

/** A place with some jobs. @param off the times in which it gets no job anyway, such as those in which a person does not work */
function placeOf(off: readonly Span[], jobs: readonly Span[]): Place {
  return { blocked: union([...off, ...jobs]), jobs: [...jobs] };
}

/**
 * Gives each job one of the places. The first place that is free for the whole job takes it. If there is none, each minute of the
 * job goes to the first place that is free then, so that the job may change places. A minute in which no place is free is lost.
 * @param jobs in the order in which they get their places
 * @param places in the order in which they are filled
 */
function placeJobs(jobs: readonly Span[], places: readonly Place[]): void {
  for (const job of jobs) {
    const whole = places.find(({ blocked }) => isFree(blocked, job));
    if (whole) take(whole, job);
    else placeInParts(job, places);
  }
}

function placeInParts(job: Span, places: readonly Place[]): void {
  for (let minute = job.from; minute < job.to;) {
    // The first free place is the same until the first of these places changes.
    let until = job.to;
    let free: Place | null = null;
    for (const place of places) {
      const next = place.blocked[firstEndingAfter(place.blocked, minute)];
      const isBlocked = next !== undefined && next.from <= minute;
      until = Math.min(until, (isBlocked ? next.to : next?.from) ?? Infinity);
      if (isBlocked) continue;
      free = place;
      break;
    }
    if (free) take(free, { from: minute, to: until });
    minute = until;
  }
}

function take({ blocked, jobs }: Place, span: Span): void {
  add(blocked, span);
  jobs.push(span);
}

/**
 * The people who can do the work of a booking: the technicians, or in a shop without technicians everybody but the viewers.
 * @param active the active staff, in the order in which they get work
 * @param openingHours the hours of people who have none of their own
 */
export function bookablePeople(active: readonly StaffMember[], openingHours: WeeklyHours): readonly BookablePerson[] {
  const technicians = active.filter(({ role }) => role === 'technician');
  const people = technicians.length > 0 ? technicians : active.filter(({ role }) => role !== 'viewer');
  return people.map(({ id, hours }) => ({ id, hours: hours ?? openingHours }));
}

/** How long a job without an end lasts. */
const STANDARD_MS = 60 * MINUTE_MS;

/** A job and the minutes that it takes. A minute that it takes in part is taken. */
interface TakenTime extends Span {
  readonly job: BookedJob;
  /** the exact start in milliseconds */
  readonly start: number;
}

export interface Bay {
  readonly name: string;
  /** the times of its jobs, as a union */
  readonly taken: readonly Span[];
}

export interface Person {
  readonly id: StaffProfileId;
  /** the times of their jobs, as a union */
  readonly taken: readonly Span[];
  /** in order; they can touch each other */
  readonly works: readonly OpenTime[];
}

/** The times of jobs in the order of their starts, then as they are given. */
export function takenTimes(jobs: readonly BookedJob[]): TakenTime[] {
  return jobs.map(takenTime).sort(({ start: one }, { start: other }) => one - other);
}

function takenTime(job: BookedJob): TakenTime {
  const start = millisOf(job.scheduledStart);
  const end =
    job.scheduledEnd !== null && job.scheduledEnd > job.scheduledStart ? millisOf(job.scheduledEnd) : start + STANDARD_MS;
  return { job, start, from: Math.floor(start / MINUTE_MS), to: Math.ceil(end / MINUTE_MS) };
}

/**
 * The bays with the times in which jobs take them. A job without a bay that the shop has takes one of them.
 * @param all in the order of their starts
 * @param time the time for which this must be known
 */
export function takenBays(bays: readonly string[], all: readonly TakenTime[], time: Span): Bay[] {
  const jobs = all.filter((taken) => overlap(taken, time));
  const names = new Set(bays);
  const taken = byKey(jobs, ({ bay }) => bay);
  const places = bays.map((name) => ({ name, ...placeOf([], taken.get(name) ?? []) }));
  placeJobs(
    jobs.filter(({ job }) => job.bay === null || !names.has(job.bay)),
    places,
  );
  return places.map(({ name, jobs: own }) => ({ name, taken: union(own) }));
}

/**
 * The people with the times in which they work, and those in which jobs take them. A job without an active assignee takes one of
 * the people who work then. The job of somebody active who is not one of the people takes none of them.
 * @param all in the order of their starts
 * @param time the time for which this must be known
 */
export function takenPeople(
  { people, activeStaff, timezone, closures }: BookingQuestion,
  all: readonly TakenTime[],
  time: Span,
): Person[] {
  const jobs = all.filter((taken) => overlap(taken, time));
  const calendar = calendarOf(hullOf([time, ...jobs]), timezone, closures);
  const taken = byKey(jobs, ({ assigneeId }) => assigneeId);
  const places = people.map(({ id, hours }) => {
    const works = openTimes(hours, calendar);
    return { id, works, ...placeOf(complement(union(works)), taken.get(id) ?? []) };
  });
  const known = new Set([...activeStaff, ...people.map(({ id }) => id)]);
  placeJobs(
    jobs.filter(({ job }) => job.assigneeId === null || !known.has(job.assigneeId)),
    places,
  );
  return places.map(({ id, works, jobs: own }) => ({ id, works, taken: union(own) }));
}

function byKey<Key>(jobs: readonly TakenTime[], keyOf: (job: BookedJob) => Key): Map<Key, TakenTime[]> {
  const groups = new Map<Key, TakenTime[]>();
  for (const taken of jobs) {
    const key = keyOf(taken.job);
    const group = groups.get(key);
    if (group) group.push(taken);
    else groups.set(key, [taken]);
  }
  return groups;
}

/** Tells whether a person works for a whole time, within one window. */
export function worksAt({ works }: Person, { from, to }: Span): boolean {
  const time = works[firstEndingAfter(works, from)];
  return time !== undefined && time.from <= from && to <= time.closes;
}
