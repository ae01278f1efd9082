import type { Customer } from '../../domain/customers/customer.js';
import type { Job, JobStage } from '../../domain/jobs/job.js';
import { millisOf, type Instant } from '../../domain/shared/instant.js';
import type { StaffMember } from '../../domain/staff/staff.js';
import type { Vehicle } from '../../domain/vehicles/vehicle.js';
import { groupedBy, oldestFirst } from './rows.js';
import { after, DAY, earlier, HOUR, latest, MINUTE, type Scene } from './scene.js';
import { SERVICES, STREETS } from './services.js';

const JOBS = 1500;
const FIRST_NUMBER = 1001;
/** How many of them are where; the others are the past's. */
const INQUIRIES = 40;
const AHEAD = 90;
const IN_SHOP_STAGES = ['in_progress', 'curing', 'qa', 'ready'] as const;
const IN_SHOP = 9 * IN_SHOP_STAGES.length;

type Course = Pick<Job, 'stage' | 'scheduledStart' | 'scheduledEnd' | 'actualStart' | 'actualEnd' | 'createdAt'>;

/** A year of finished and canceled jobs, the shop full of cars today, a diary for the next weeks, and some inquiries. */
export function demoJobs(
  scene: Scene,
  { customers, vehicles, staff }: { customers: readonly Customer[]; vehicles: readonly Vehicle[]; staff: readonly StaffMember[] },
): Job[] {
  const known = ({ createdAt }: { readonly createdAt: Instant }): boolean => createdAt < scene.daysAgo(10);
  const garage = groupedBy(vehicles.filter(known), ({ customerId }) => customerId);
  const technicians = staff.filter(({ role, active }) => role === 'technician' && active);
  const settled = customers.filter(known);
  const courses = Array.from({ length: JOBS }, (_, index) => {
    const customer = scene.random.pick(settled);
    const vehicle = scene.random.pick(garage.get(customer.id) ?? [null]);
    const since = latest(customer.createdAt, vehicle?.createdAt ?? null);
    return { ...courseOf(scene, index, since), customerId: customer.id, vehicleId: vehicle?.id ?? null };
  });
  return oldestFirst(courses).map((course, index): Job => ({
    id: scene.id<'Job'>(course.createdAt),
    number: FIRST_NUMBER + index,
    title: scene.random.chance(0.97) ? scene.random.pick(SERVICES) : null,
    ...course,
    assigneeId: course.stage === 'lead' || scene.random.chance(0.08) ? null : scene.random.pick(technicians).id,
    bay: null,
    origin: scene.random.chance(0.1) ? 'import' : 'service',
    locationAddress: scene.random.chance(0.08) ? `${scene.random.integer(1, 980)} ${scene.random.pick(STREETS)}, Ottawa` : null,
  }));
}

function courseOf(scene: Scene, index: number, since: Instant): Course {
  if (index < INQUIRIES) return inquiry(scene, since);
  if (index < INQUIRIES + AHEAD) return ahead(scene, since);
  const stage = IN_SHOP_STAGES[index % IN_SHOP_STAGES.length];
  return stage && index < INQUIRIES + AHEAD + IN_SHOP ? inShop(scene, since, stage) : past(scene, since);
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
  const start = scene.workingTime(scene.daysAgo(scene.random.integer(0, 2)));
  return start < scene.now ? start : after(start, -3 * DAY);
}

/** Over by yesterday, so that a late finish is still in the past. */
function past(scene: Scene, since: Instant): Course {
  const start = scene.workingTime(scene.between(after(since, DAY), latest(after(since, DAY), scene.daysAgo(4))));
  const createdAt = scene.between(latest(since, after(start, -12 * DAY)), earlier(start, scene.daysAgo(1)));
  const { scheduledStart, scheduledEnd } = windowFrom(scene, start);
  const times = { scheduledStart, scheduledEnd, createdAt };
  if (scene.random.chance(0.1)) return { ...times, stage: 'canceled', actualStart: null, actualEnd: null };
  const delay = scene.random.integer(-10, 40) * MINUTE;
  const actualStart = latest(after(start, delay), createdAt);
  return { ...times, stage: 'completed', actualStart, actualEnd: latest(after(scheduledEnd, delay), after(actualStart, HOUR)) };
}

function windowFrom(scene: Scene, start: Instant): { scheduledStart: Instant; scheduledEnd: Instant } {
  const hours = scene.random.weighted([[1, 35], [2, 30], [4, 20], [8, 10], [30, 5]] as const);
  const quarter = Math.floor(millisOf(start) / (15 * MINUTE)) * 15 * MINUTE - millisOf(start);
  const scheduledStart = after(start, quarter);
  return { scheduledStart, scheduledEnd: after(scheduledStart, hours * HOUR) };
}
