import { JOBS } from '../../../application/areas/jobs/jobs.js';
import type { Customer } from '../../../domain/customers/customer.js';
import type { Job } from '../../../domain/jobs/job.js';
import { millisOf, type Instant } from '../../../domain/shared/instant.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import type { DemoRecords } from '../demo-part.js';
import type { Made } from '../made.js';
import { latest, type PartContext } from '../random/part-context.js';
import { filled } from '../random/pattern.js';
import { demoSerials } from '../random/serials.js';
import { weekdayOf } from '../shops/calendar.js';
import { BayPlan } from './bay-plan.js';
import { demoCustomers } from './customers.js';
import { clockChangeCourse, courseAt, type Course } from './job-courses.js';
import { fromElsewhere, type Imported } from './provenance.js';
import { groupedBy, oldestFirst } from './rows.js';
import { demoServices, type ServiceRow } from './services.js';
import { demoStaff } from './staff.js';
import { demoVehicles } from './vehicles.js';

export type JobRow = Job & Imported;

type Order = Course & Pick<Job, 'customerId' | 'vehicleId'>;

/** A year of finished and canceled jobs, cars in the shop today, appointments of the next weeks, and some inquiries. */
export const demoJobs: DemoRecords<JobRow> = { name: 'jobs', record: JOBS, per: 'block', make: jobsOf };

function jobsOf(context: PartContext, made: Made): JobRow[] {
  const { random, shop } = context;
  const serials = made.of(demoSerials);
  const count = made.counts.jobs;
  const known = ({ createdAt }: { readonly createdAt: Instant }): boolean => createdAt < context.daysAgo(10);
  const garage = groupedBy(made.of(demoVehicles).filter(known), ({ customerId }) => customerId);
  const settled = made.of(demoCustomers).filter(known);
  const technicians = made.of(demoStaff).filter(({ role, active }) => role === 'technician' && active);
  const titles = made
    .of(demoServices)
    .filter(isWork)
    .map(({ name }) => name);
  const special = clockChangeOrders(context, settled.slice(0, Math.ceil(settled.length / 30)));
  const usual = Array.from({ length: count - special.length }, (_, index): Order => {
    const customer = random.pick(settled);
    const vehicle = random.pick(garage.get(customer.id) ?? [null]);
    const since = latest(customer.createdAt, vehicle?.createdAt ?? null);
    return { ...courseAt(context, index, count, since), customerId: customer.id, vehicleId: vehicle?.id ?? null };
  });
  const orders = [...special, ...usual];
  const plan = new BayPlan(shop.settings.bays, orders);
  return oldestFirst(orders).map((order): JobRow => {
    const number = serials.next('job');
    const mobile = order.scheduledStart !== null && random.chance(0.08);
    return {
      id: context.id<'Job'>(order.createdAt),
      number,
      title: random.chance(0.97) ? random.pick(titles) : null,
      ...order,
      assigneeId:
        order.stage === 'lead' || random.chance(0.08) ? null : random.pick(workingAt(technicians, order.scheduledStart)).id,
      bay: mobile ? null : plan.bayOf(order),
      locationAddress: mobile ? filled(random.pick(shop.addresses), random) : null,
      ...fromElsewhere(random, `OLD-J-${number}`),
    };
  });
}

/** Those who work on the day of a job. */
function workingAt(people: readonly StaffMember[], start: Instant | null): readonly StaffMember[] {
  return people.filter(({ hours }) => hours === null || start === null || hours[weekdayOf(millisOf(start))] !== undefined);
}

/**
 * Tells whether a job can be for this service. It cannot be for a retired service, an add-on, or a flat-priced service without a
 * duration, such as a voucher.
 */
function isWork({ active, addon, pricingModel, durationMinutes }: ServiceRow): boolean {
  return active && !addon && (pricingModel !== 'flat' || durationMinutes !== null);
}

/**
 * Makes two jobs for each clock change, one that lasts through the change and one after it.
 * @param customers the oldest customers, so that nearly all of them existed before the first clock change
 */
function clockChangeOrders(context: PartContext, customers: readonly Customer[]): Order[] {
  return context.shopContext.calendar.clockChanges.flatMap((change) =>
    [true, false].map((lasting): Order => {
      const { id: customerId, createdAt } = context.random.pick(customers);
      return { ...clockChangeCourse(context, change, lasting, createdAt), customerId, vehicleId: null };
    }),
  );
}
