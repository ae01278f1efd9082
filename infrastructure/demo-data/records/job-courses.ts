import type { Job, JobStage } from '../../../domain/jobs/job.js';
import { millisOf, type Instant } from '../../../domain/shared/instant.js';
import { after, earlier, latest, type PartContext } from '../random/part-context.js';
import { DAY, HOUR, MINUTE } from '../shops/calendar.js';

export type Course = Pick<Job, 'stage' | 'scheduledStart' | 'scheduledEnd' | 'actualStart' | 'actualEnd' | 'createdAt'>;

interface Times {
  readonly scheduledStart: Instant;
  readonly scheduledEnd: Instant | null;
}

const IN_SHOP = ['in_progress', 'curing', 'qa', 'ready'] as const;
/**
 * Numbers for every thousand jobs: the inquiries, the jobs of the coming weeks, and the jobs that are in the shop at each stage
 * of `IN_SHOP`. All other jobs are past.
 */
const INQUIRIES = 28;
const AHEAD = 62;
const EACH_IN_SHOP = 6;

/**
 * Returns the stage and the times of one job.
 * @param index position among `count` jobs; it decides whether the job is an inquiry, ahead, in the shop or past
 */
export function courseAt(context: PartContext, index: number, count: number, since: Instant): Course {
  const [inquiries, aheads, inShops] = [INQUIRIES, AHEAD, EACH_IN_SHOP].map((share) => Math.ceil((share * count) / 1000)) as [
    number,
    number,
    number,
  ];
  let place = index - inquiries;
  if (place < 0) return inquiry(context, since);
  place -= aheads;
  if (place < 0) return ahead(context, since);
  place -= inShops * IN_SHOP.length;
  return place < 0 ? inShop(context, since, IN_SHOP[-place % IN_SHOP.length] ?? 'ready') : past(context, since);
}

function inquiry(context: PartContext, since: Instant): Course {
  const createdAt = context.between(latest(since, context.daysAgo(20)), context.now);
  return { stage: 'lead', scheduledStart: null, scheduledEnd: null, actualStart: null, actualEnd: null, createdAt };
}

function ahead(context: PartContext, since: Instant): Course {
  const createdAt = context.between(latest(since, context.daysAgo(14)), context.now);
  const start = context.workingTime(after(context.now, context.random.integer(1, 21) * DAY));
  const stage = context.random.chance(0.93) ? 'scheduled' : 'canceled';
  return { stage, ...windowFrom(context, start), actualStart: null, actualEnd: null, createdAt };
}

function inShop(context: PartContext, since: Instant, stage: JobStage): Course {
  const start = startedLately(context);
  const createdAt = context.between(latest(since, after(start, -10 * DAY)), start);
  return { stage, ...windowFrom(context, start), actualStart: latest(start, createdAt), actualEnd: null, createdAt };
}

function startedLately(context: PartContext): Instant {
  for (let days = context.random.integer(0, 2); ; days += 1) {
    const start = context.workedTime(context.daysAgo(days));
    if (start < context.now) return start;
  }
}

/** A finished or canceled job. It ended by yesterday, so that a late end is still in the past. */
function past(context: PartContext, since: Instant): Course {
  const start = context.workedTime(context.between(after(since, DAY), latest(after(since, DAY), context.daysAgo(5))));
  const createdAt = context.between(latest(since, after(start, -12 * DAY)), earlier(start, context.daysAgo(1)));
  const times = windowFrom(context, start);
  if (context.random.chance(0.1)) return { ...times, stage: 'canceled', actualStart: null, actualEnd: null, createdAt };
  return { ...times, stage: 'completed', ...workedIn(context, times, createdAt), createdAt };
}

/**
 * A job at a clock change.
 * @param lasting true: the car is in the shop while the clocks change; false: the job begins eight hours after the change
 */
export function clockChangeCourse(context: PartContext, change: Instant, lasting: boolean, since: Instant): Course {
  const start = after(change, lasting ? -14 * HOUR : 8 * HOUR);
  const times = { scheduledStart: start, scheduledEnd: after(start, lasting ? 28 * HOUR : 3 * HOUR) };
  const createdAt = earlier(latest(since, after(start, -6 * DAY)), context.now);
  if (times.scheduledEnd < context.daysAgo(1))
    return { ...times, stage: 'completed', ...workedIn(context, times, createdAt), createdAt };
  if (start > context.now) return { ...times, stage: 'scheduled', actualStart: null, actualEnd: null, createdAt };
  return { ...times, stage: 'curing', actualStart: latest(start, createdAt), actualEnd: null, createdAt };
}

function workedIn(
  { random }: PartContext,
  { scheduledStart, scheduledEnd }: Times,
  createdAt: Instant,
): Pick<Job, 'actualStart' | 'actualEnd'> {
  const delay = random.integer(-10, 40) * MINUTE;
  const actualStart = latest(after(scheduledStart, delay), createdAt);
  const ends = after(scheduledEnd ?? after(scheduledStart, 3 * HOUR), delay);
  return { actualStart, actualEnd: latest(ends, after(actualStart, HOUR)) };
}

function windowFrom({ random }: PartContext, start: Instant): Times {
  const hours = random.weighted([
    [1, 34],
    [2, 29],
    [4, 20],
    [8, 10],
    [30, 4],
    [54, 1],
    [null, 4],
  ] as const);
  const quarter = Math.floor(millisOf(start) / (15 * MINUTE)) * 15 * MINUTE - millisOf(start);
  const scheduledStart = after(start, quarter);
  return { scheduledStart, scheduledEnd: hours === null ? null : after(scheduledStart, hours * HOUR) };
}
