import type { Customer } from '../../../domain/customers/customer.js';
import type { Job } from '../../../domain/jobs/job.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import type { Vehicle } from '../../../domain/vehicles/vehicle.js';
import { BayPlan } from './bay-plan.js';
import { clockChangeCourse, courseAt, type Course } from './job-courses.js';
import { filled } from '../random/pattern.js';
import { fromElsewhere, type Imported } from './provenance.js';
import { groupedBy, oldestFirst } from './rows.js';
import { latest, type Scene } from '../random/scene.js';
import type { Serials } from '../random/serials.js';
import type { ServiceRow } from './services.js';

export type JobRow = Job & Imported;

type Order = Course & Pick<Job, 'customerId' | 'vehicleId'>;

export interface JobMatter {
  readonly customers: readonly Customer[];
  readonly vehicles: readonly Vehicle[];
  readonly staff: readonly StaffMember[];
  readonly services: readonly ServiceRow[];
}

/** A year of finished and canceled jobs, the shop full of cars today, a diary for the next weeks, and some inquiries. */
export function demoJobs(scene: Scene, { customers, vehicles, staff, services }: JobMatter, serials: Serials, count: number): JobRow[] {
  const { random, shop } = scene;
  const known = ({ createdAt }: { readonly createdAt: Instant }): boolean => createdAt < scene.daysAgo(10);
  const garage = groupedBy(vehicles.filter(known), ({ customerId }) => customerId);
  const settled = customers.filter(known);
  const technicians = staff.filter(({ role, active }) => role === 'technician' && active);
  const titles = services.filter(isWork).map(({ name }) => name);
  const special = clockChangeOrders(scene, settled.slice(0, Math.ceil(settled.length / 30)));
  const usual = Array.from({ length: count - special.length }, (_, index): Order => {
    const customer = random.pick(settled);
    const vehicle = random.pick(garage.get(customer.id) ?? [null]);
    const since = latest(customer.createdAt, vehicle?.createdAt ?? null);
    return { ...courseAt(scene, index, count, since), customerId: customer.id, vehicleId: vehicle?.id ?? null };
  });
  const orders = [...special, ...usual];
  const plan = new BayPlan(shop.settings.bays, orders);
  return oldestFirst(orders).map((order): JobRow => {
    const number = serials.next('job');
    const mobile = order.scheduledStart !== null && random.chance(0.08);
    return {
      id: scene.id<'Job'>(order.createdAt),
      number,
      title: random.chance(0.97) ? random.pick(titles) : null,
      ...order,
      assigneeId: order.stage === 'lead' || random.chance(0.08) ? null : random.pick(technicians).id,
      bay: mobile ? null : plan.bayOf(order),
      locationAddress: mobile ? filled(random.pick(shop.addresses), random) : null,
      ...fromElsewhere(random, `OLD-J-${number}`),
    };
  });
}

/** What a car is brought for: no extra, and nothing that takes no time, such as a voucher. */
function isWork({ active, addon, pricingModel, durationMinutes }: ServiceRow): boolean {
  return active && !addon && (pricingModel !== 'flat' || durationMinutes !== null);
}

/** @param customers who were there before the first change */
function clockChangeOrders(scene: Scene, customers: readonly Customer[]): Order[] {
  return scene.setting.calendar.clockChanges.flatMap((change) =>
    [true, false].map((lasting): Order => {
      const { id: customerId, createdAt } = scene.random.pick(customers);
      return { ...clockChangeCourse(scene, change, lasting, createdAt), customerId, vehicleId: null };
    }),
  );
}
