import type { StaffProfileId } from '../shared/id.js';
import { millisOf } from '../shared/instant.js';
import type { BookedJob, BookingQuestion } from './booking.js';
import { openTimes, type Calendar, type OpenTime } from './open-times.js';
import { placeJobs, type Place } from './place.js';
import { complement, firstEndingAfter, MINUTE_MS, overlap, union, type Span } from './span.js';

/** How long a job without an end lasts. */
const STANDARD_MS = 60 * MINUTE_MS;

/** A job and the minutes that it takes. A minute that it takes in part is taken. */
export interface TakenTime extends Span {
  readonly job: BookedJob;
  /** the exact start in milliseconds */
  readonly start: number;
}

export interface Bay extends Place {
  readonly name: string;
}

export interface Person extends Place {
  readonly id: StaffProfileId;
  /** in order; they can touch each other */
  readonly works: readonly OpenTime[];
}

/** The jobs that take at least a minute of a time, in the order of their starts, then as they are given. */
export function jobsIn(time: Span, jobs: readonly BookedJob[]): TakenTime[] {
  return jobs
    .map(takenTime)
    .filter((taken) => overlap(taken, time))
    .sort(({ start: one }, { start: other }) => one - other);
}

function takenTime(job: BookedJob): TakenTime {
  const start = millisOf(job.scheduledStart);
  const end =
    job.scheduledEnd !== null && job.scheduledEnd > job.scheduledStart ? millisOf(job.scheduledEnd) : start + STANDARD_MS;
  return { job, start, from: Math.floor(start / MINUTE_MS), to: Math.ceil(end / MINUTE_MS) };
}

/** The bays with the times in which jobs take them. A job without a bay that the shop has takes one of them. */
export function takenBays(bays: readonly string[], jobs: readonly TakenTime[]): Bay[] {
  const names = new Set(bays);
  const taken = byKey(jobs, ({ bay }) => bay);
  const places = bays.map((name): Bay => ({ name, off: [], taken: union(taken.get(name) ?? []) }));
  placeJobs(
    jobs.filter(({ job }) => job.bay === null || !names.has(job.bay)),
    places,
  );
  return places;
}

/**
 * The people with the times in which they work, and those in which jobs take them. A job without an active assignee takes one of
 * the people who work then. The job of somebody active who is not one of the people takes none of them.
 */
export function takenPeople(
  { people, activeStaff }: Pick<BookingQuestion, 'people' | 'activeStaff'>,
  jobs: readonly TakenTime[],
  calendar: Calendar,
): Person[] {
  const taken = byKey(jobs, ({ assigneeId }) => assigneeId);
  const places = people.map(({ id, hours }): Person => {
    const works = openTimes(hours, calendar);
    return { id, works, off: complement(union(works)), taken: union(taken.get(id) ?? []) };
  });
  const known = new Set([...activeStaff, ...people.map(({ id }) => id)]);
  placeJobs(
    jobs.filter(({ job }) => job.assigneeId === null || !known.has(job.assigneeId)),
    places,
  );
  return places;
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
