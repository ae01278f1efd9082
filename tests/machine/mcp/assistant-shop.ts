import type { CustomerId, StaffProfileId, VehicleId } from '../../../domain/shared/id.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStoredReview } from '../../support/builders/a-review.js';
import { aTieredService, money } from '../../support/builders/a-service.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer, aStoredTask, created } from '../../support/builders/records.js';
import { Inbox } from '../../support/inbox.js';
import type { TestService, TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

/** 10:00 on a Monday in the shop's time zone */
export const NOW = '2026-03-02T10:00:00-05:00';

/** The ids of a teammate by name. */
type Team = ReadonlyMap<string, { readonly id: StaffProfileId; readonly user_id: string }>;

/**
 * Makes a small shop with something in every room: three people who work and one who left, Jade whose car is being repaired, and
 * Dana who sent STOP. The service's clock is at `NOW` afterwards.
 */
export async function openAssistantShop(service: TestService): Promise<TestShop> {
  service.clock.set('2026-03-02T09:00:00-05:00');
  const inbox = await Inbox.open(service, { timezone: 'America/Toronto', country: 'CA', currency: 'CAD' });
  const { shop } = inbox;
  const team = await hire(service, shop);
  const jade = await aCustomer(shop.full, { name: 'Jade MacDonald', phone: '613 555 0764' });
  const dana = await aCustomer(shop.full, { name: 'Dana Whitfield', phone: '613 555 0142' });
  await inbox.writes('STOP', { from: '+16135550142' });
  service.clock.set('2026-03-02T09:50:00-05:00');
  await inbox.writes('Is my Civic ready?', { from: '+16135550764' });
  service.clock.set(NOW);
  await fillDiary(service, shop, team, { jade, dana });
  await aStoredTask(shop.full, {
    title: 'Call about the quote',
    due_at: '2026-02-27T09:00:00-05:00',
    staff_id: team.get('Tomás')?.user_id,
  });
  await aStoredTask(shop.full, { title: 'Order brake pads', customer_id: jade.id, staff_id: team.get('Hélène')?.user_id });
  await fillMenu(service, shop);
  await collectReviews(service, shop);
  return shop;
}

async function hire(service: TestService, shop: TestShop): Promise<Team> {
  const people = { Hélène: 'manager', Tomás: 'advisor', Keisha: 'technician', 'Somebody Who Left': 'technician' } as const;
  const team = new Map<string, { id: StaffProfileId; user_id: string }>();
  for (const [name, role] of Object.entries(people)) {
    const { id, user_id } = await aStaffMember(service, shop, { name, role, active: name !== 'Somebody Who Left' });
    team.set(name, { id: id as StaffProfileId, user_id }); // safe: an id is a UUID
  }
  return team;
}

type Customers = Readonly<Record<'jade' | 'dana', { readonly id: CustomerId }>>;

async function fillDiary(service: TestService, shop: TestShop, team: Team, { jade, dana }: Customers): Promise<void> {
  const civic = await created(shop.full, '/vehicles', { customer_id: jade.id, year: 2020, make: 'Honda', model: 'Civic' });
  const keishas = { assigneeId: team.get('Keisha')?.id ?? null };
  const job = (customer: { id: CustomerId }, number: number, scheduledStart: string, fields: object): Promise<unknown> =>
    aStoredJob(service, shop, customer, { number, scheduledStart: at(scheduledStart), ...fields });
  await job(jade, 1800, '2025-06-02T09:00:00-04:00', { title: 'Winter tires off', stage: 'completed', origin: 'import' });
  const brakes = { title: 'Brakes', stage: 'in_progress', vehicleId: civic.id as VehicleId }; // safe: an id of an answer
  await job(jade, 1948, '2026-03-02T08:00:00-05:00', { ...brakes, ...keishas });
  await job(dana, 1949, '2026-03-03T23:30:00-05:00', { title: 'Windscreen', ...keishas });
  await job(dana, 1950, '2026-03-03T08:00:00-05:00', { title: 'Oil change' });
  await job(dana, 1951, '2026-03-04T00:00:00-05:00', { title: 'Wash' });
}

async function fillMenu(service: TestService, shop: TestShop): Promise<void> {
  const truck = { vehicleSize: 'truck', price: money(22_900), durationMinutes: 240 } as const;
  const interior = aTieredService({ name: 'Full interior detail', tiers: [...aTieredService().tiers, truck] });
  await aStoredService(
    service,
    shop,
    aTieredService({ name: 'Oil change (synthetic)', depositType: 'percent', depositValue: 2000 }),
  );
  await aStoredService(service, shop, { name: 'Rear window tint', basePrice: money(15_000) });
  await aStoredService(service, shop, interior);
}

async function collectReviews(service: TestService, shop: TestShop): Promise<void> {
  const reviews = [
    [2, '2026-02-20T09:00:00Z', null],
    [3, '2026-02-10T09:00:00Z', 'Sorry'],
    [5, '2026-02-09T09:00:00Z', null],
    [1, '2025-12-01T09:00:00Z', null],
  ] as const;
  for (const [stars, leftAt, reply] of reviews) await aStoredReview(service, shop, { stars, leftAt: at(leftAt), reply });
}
