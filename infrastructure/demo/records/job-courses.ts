import type { Job, JobStage } from '../../../domain/jobs/job.js';
import { millisOf, type Instant } from '../../../domain/shared/instant.js';
import { DAY, HOUR, MINUTE } from '../shops/calendar.js';
import { after, earlier, latest, type Scene } from '../random/scene.js';

export type Course = Pick<Job, 'stage' | 'scheduledStart' | 'scheduledEnd' | 'actualStart' | 'actualEnd' | 'createdAt'>;

interface Times {
  readonly scheduledStart: Instant;
  readonly scheduledEnd: Instant | null;
}

const IN_SHOP = ['in_progress', 'curing', 'qa', 'ready'] as const;
/** Jobs of a thousand that are inquiries, that lie ahead, and that are in the shop in each stage. The others are past. */
const INQUIRIES = 28;
const AHEAD = 62;
const EACH_IN_SHOP = 6;

/** @param index position among `count` jobs; it decides the kind of course */
export function courseAt(scene: Scene, index: number, count: number, since: Instant): Course {
  const [inquiries, aheads, inShops] = [INQUIRIES, AHEAD, EACH_IN_SHOP].map((share) => Math.ceil((share * count) / 1000)) as [
    number,
    number,
    number,
  ];
  let place = index - inquiries;
  if (place < 0) return inquiry(scene, since);
  place -= aheads;
  if (place < 0) return ahead(scene, since);
  place -= inShops * IN_SHOP.length;
  return place < 0 ? inShop(scene, since, IN_SHOP[-place % IN_SHOP.length] ?? 'ready') : past(scene, since);
}

function inquiry(scene: Scene, since: Instant): Course {
  const createdAt = scene.between(latest(since, scene.daysAgo(20)), scene.now);
  return { stage: 'lead', scheduledStart: null, scheduledEnd: null, actualStart: null, actualEnd: null, createdAt };
}

function ahead(scene: Scene, since: Instant): Course {
  const createdAt = scene.between(latest(since, scene.daysAgo(14)), scene.now);
  const start = scene.workingTime(after(scene.now, scene.random.integer(1, 21) * DAY));
  const stage = scene.random.chance(0.93) ? 'scheduled' : 'canceled';
  return { stage, ...windowFrom(scene, start), actualStart: null, actualEnd: null, createdAt };
}

function inShop(scene: Scene, since: Instant, stage: JobStage): Course {
  const start = startedLately(scene);
  const createdAt = scene.between(latest(since, after(start, -10 * DAY)), start);
  return { stage, ...windowFrom(scene, start), actualStart: latest(start, createdAt), actualEnd: null, createdAt };
}

function startedLately(scene: Scene): Instant {
  for (let days = scene.random.integer(0, 2); ; days += 1) {
    const start = scene.workedTime(scene.daysAgo(days));
    if (start < scene.now) return start;
  }
}

/** A finished or canceled job. It ended by yesterday, so that a late end is still in the past. */
function past(scene: Scene, since: Instant): Course {
  const start = scene.workedTime(scene.between(after(since, DAY), latest(after(since, DAY), scene.daysAgo(5))));
  const createdAt = scene.between(latest(since, after(start, -12 * DAY)), earlier(start, scene.daysAgo(1)));
  const times = windowFrom(scene, start);
  if (scene.random.chance(0.1)) return { ...times, stage: 'canceled', actualStart: null, actualEnd: null, createdAt };
  return { ...times, stage: 'completed', ...workedIn(scene, times, createdAt), createdAt };
}

/** A job on the day of a clock change. `lasting`: the car is in the shop during the change. */
export function clockChangeCourse(scene: Scene, change: Instant, lasting: boolean, since: Instant): Course {
  const start = after(change, lasting ? -14 * HOUR : 8 * HOUR);
  const times = { scheduledStart: start, scheduledEnd: after(start, lasting ? 28 * HOUR : 3 * HOUR) };
  const createdAt = earlier(latest(since, after(start, -6 * DAY)), scene.now);
  if (times.scheduledEnd < scene.daysAgo(1))
    return { ...times, stage: 'completed', ...workedIn(scene, times, createdAt), createdAt };
  if (start > scene.now) return { ...times, stage: 'scheduled', actualStart: null, actualEnd: null, createdAt };
  return { ...times, stage: 'curing', actualStart: latest(start, createdAt), actualEnd: null, createdAt };
}

function workedIn(
  { random }: Scene,
  { scheduledStart, scheduledEnd }: Times,
  createdAt: Instant,
): Pick<Job, 'actualStart' | 'actualEnd'> {
  const delay = random.integer(-10, 40) * MINUTE;
  const actualStart = latest(after(scheduledStart, delay), createdAt);
  const ends = after(scheduledEnd ?? after(scheduledStart, 3 * HOUR), delay);
  return { actualStart, actualEnd: latest(ends, after(actualStart, HOUR)) };
}

function windowFrom({ random }: Scene, start: Instant): Times {
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
