import { randomUUID } from 'node:crypto';
import { SetShop } from '../../../application/areas/access/manage-shops.js';
import { ChangeStaffMember } from '../../../application/areas/staff/change-staff-member.js';
import type { Job } from '../../../domain/jobs/job.js';
import type { Service } from '../../../domain/services/service.js';
import type { StaffProfileId } from '../../../domain/shared/id.js';
import { writtenLocally } from '../../../domain/shared/time-zone.js';
import { parseWorkingHours } from '../../../domain/staff/staff.js';
import { readAssignments } from '../../../infrastructure/cli/setting-texts.js';
import type { Answer } from '../../support/api.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStoredService } from '../../support/builders/a-stored-service.js';
import { aStaffMember, type StaffRow } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const ZONE = 'America/Toronto';
/** A Tuesday in the shop's zone. The clock stands on the Monday before, at 10:00. */
const DAY = { from: '2026-03-03T00:00:00-05:00', to: '2026-03-04T00:00:00-05:00' };

let service: TestService;
let shop: TestShop;
let customer: { readonly id: string };
let technician: StaffRow;
let wash: Service;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.restart();
  shop = await service.shop({ timezone: ZONE });
  [customer, technician, wash] = await Promise.all([
    aCustomer(shop.full),
    aStaffMember(service, shop, { name: 'Technician', role: 'technician' }),
    aStoredService(service, shop, { name: 'Wash', durationMinutes: 60 }),
  ]);
  await set({ bays: 'Bay 1,Bay 2', opening_hours: 'mon-sun 09:00-12:00' });
});
afterAll(() => service.stop());

async function set(settings: Readonly<Record<string, string>>): Promise<void> {
  const typed = Object.entries(settings).map(([key, value]) => ({ key, value }));
  await service.container.get(SetShop).execute(shop.id, readAssignments(typed));
}

async function hours(person: StaffRow, typed: string): Promise<void> {
  // The cast is safe: an id is a UUID.
  await service.container
    .get(ChangeStaffMember)
    .execute(shop.id, person.id as StaffProfileId, { hours: parseWorkingHours(typed) });
}

function offer(fields: Partial<Service>): Promise<Service> {
  return aStoredService(service, shop, fields);
}

function job(start: string, end: string | null, fields: Partial<Job> = {}): Promise<Job> {
  const day = (time: string) => at(`2026-03-03T${time}:00-05:00`);
  const times = { scheduledStart: day(start), scheduledEnd: end === null ? null : day(end) };
  return aStoredJob(service, shop, customer, { ...times, ...fields });
}

function ask(services: readonly Pick<Service, 'id'>[], more: object = {}): Promise<Answer> {
  return shop.read.post('/booking/availability', { service_ids: services.map(({ id }) => id), ...DAY, ...more });
}

/** The starts of the slots on the shop's clocks, and the reason if there are none. */
async function times(services: readonly Pick<Service, 'id'>[], more: object = {}): Promise<string> {
  const { status, body } = await ask(services, more);
  if (status !== 200) return `${status} ${body.error.message}`;
  const { slots, reason } = body.data as { slots: { starts_at: string }[]; reason: string | null };
  return slots.map(({ starts_at: start }) => writtenLocally(at(start), ZONE).slice(11, 16)).join(' ') || String(reason);
}

/** A time some hours later: `09:30` for `14:30` and -5. */
function hourOf(time: string, later: number): string {
  return `${String(Number(time.slice(0, 2)) + later).padStart(2, '0')}${time.slice(2)}`;
}

it('answers one slot for each start, with the first free bay and the profile id of the first free person', async () => {
  const { status, body } = await ask([wash]);
  expect([status, body.data]).toEqual([
    200,
    {
      timezone: ZONE,
      duration_minutes: 60,
      slots: ['14:00', '14:30', '15:00', '15:30', '16:00'].map((start) => ({
        starts_at: `2026-03-03T${start}:00.000Z`,
        starts_at_local: `2026-03-03T${hourOf(start, -5)}:00-05:00`,
        ends_at: `2026-03-03T${hourOf(start, 1)}:00.000Z`,
        ends_at_local: `2026-03-03T${hourOf(start, -4)}:00-05:00`,
        bay: 'Bay 1',
        staff_id: technician.id,
        user_id: technician.user_id,
      })),
      omitted: 0,
      reason: null,
      nearest: null,
    },
  ]);
});

it('answers a time between two starts for itself, and names the nearest free starts if it is taken', async () => {
  const quarter = { from: '2026-03-03T09:45:00-05:00', to: '2026-03-03T10:00:00-05:00' };
  expect(await times([wash], quarter)).toBe('09:45');
  await job('09:00', '11:00', { assigneeId: technician.id as StaffProfileId });
  expect((await ask([wash], quarter)).body.data).toMatchObject({
    slots: [],
    reason: 'no_start_then',
    nearest: { before: null, before_local: null, after: '2026-03-03T16:00:00.000Z', after_local: '2026-03-03T11:00:00-05:00' },
  });
});

test.each<[string, string, string, string | null, string | null]>([
  ['closed', '2026-03-03T20:00:00-05:00', '2026-03-04T07:00:00-05:00', '2026-03-03T11:00:00-05:00', '2026-03-04T09:00:00-05:00'],
  [
    'ends_after_closing',
    '2026-03-04T11:30:00-05:00',
    '2026-03-04T13:00:00-05:00',
    '2026-03-04T11:00:00-05:00',
    '2026-03-05T09:00:00-05:00',
  ],
  ['too_soon', '2026-03-02T09:00:00-05:00', '2026-03-02T12:00:00-05:00', null, '2026-03-03T09:00:00-05:00'],
  ['too_far_ahead', '2026-06-02T00:00:00-04:00', '2026-06-03T00:00:00-04:00', '2026-05-31T11:00:00-04:00', null],
  [
    'fully_booked',
    '2026-03-06T09:00:00-05:00',
    '2026-03-06T12:00:00-05:00',
    '2026-03-05T10:00:00-05:00',
    '2026-03-08T09:00:00-04:00',
  ],
  [
    'nobody_works',
    '2026-03-07T09:00:00-05:00',
    '2026-03-07T12:00:00-05:00',
    '2026-03-05T10:00:00-05:00',
    '2026-03-08T09:00:00-04:00',
  ],
])('without slots because of %s it names the nearest free starts', async (reason, from, to, before, after) => {
  await hours(technician, 'mon-fri,sun 09:00-12:00');
  const friday = { scheduledStart: at('2026-03-05T11:00:00-05:00'), scheduledEnd: at('2026-03-06T12:00:00-05:00') };
  await aStoredJob(service, shop, customer, { ...friday, assigneeId: technician.id as StaffProfileId }); // safe: an id is a UUID
  expect((await ask([wash], { from, to })).body.data).toMatchObject({
    ...{ slots: [], reason },
    nearest: { before_local: before, after_local: after },
  });
});

it('names no nearest starts if no other time could be free', async () => {
  const long = await offer({ name: 'Wrap', durationMinutes: 400 });
  expect((await ask([long])).body.data).toMatchObject({ reason: 'longer_than_opening_hours', nearest: null });
  await service.container.get(ChangeStaffMember).execute(shop.id, technician.id as StaffProfileId, { active: false }); // safe: an id is a UUID
  expect((await ask([wash])).body.data).toMatchObject({ reason: 'no_staff', nearest: null });
});

it('answers a window of seconds for its own beginning', async () => {
  const seconds = { from: '2026-03-03T09:45:30-05:00', to: '2026-03-03T09:46:00-05:00' };
  expect((await ask([wash], seconds)).body.data).toMatchObject({ reason: null, slots: [{ starts_at_local: seconds.from }] });
});

it('goes by the settings of the shop, at once', async () => {
  await set({ booking_step_minutes: '60' });
  expect(await times([wash])).toBe('09:00 10:00 11:00');
  await set({ booking_lead_minutes: String(24 * 60) }); // the clock shows 10:00 of the day before
  expect(await times([wash])).toBe('10:00 11:00');
  await set({ booking_lead_minutes: '0', booking_horizon_days: '1' });
  expect(await times([wash], { to: '2026-03-06T00:00:00-05:00' })).toBe('09:00 10:00 11:00');
  await set({ closures: '2026-03-03' });
  expect(await times([wash])).toBe('closed');
});

it('bounds the starts by from and to, and answers at most 200 of them', async () => {
  expect(await times([wash], { from: '2026-03-03T09:30:00-05:00', to: '2026-03-03T10:30:00-05:00' })).toBe('09:30 10:00');
  await set({ booking_step_minutes: '5' });
  const { slots, omitted } = (await ask([wash], { to: '2026-03-13T00:00:00-04:00' })).body.data;
  expect([slots.length, omitted]).toEqual([200, 10 * 25 - 200]);
});

it.each([
  [{ to: DAY.from }, '422 from: must be before to'],
  [{ from: '2026-03-03', to: DAY.to }, '422 from: must be an RFC 3339 date-time with Z or an offset'],
  [{ to: undefined }, '422 to: to is required'],
  [{ to: '2026-04-03T01:00:01-04:00' }, '422 to: must be at most 31 days after from'],
  [{ vehicle_size: 'bus' }, '422 vehicle_size: must be one of compact, sedan, suv, truck, van, oversize'],
])('refuses %j', async (wrong, refusal) => {
  expect(await times([wash], wrong)).toBe(refusal);
});

it('takes 31 days on the clocks of the shop, though they are an hour more', async () => {
  const autumn = { from: '2026-10-20T00:00:00-04:00', to: '2026-11-20T00:00:00-05:00' };
  expect(await times([wash], autumn)).toBe('too_far_ahead');
});

describe('several services', () => {
  it('need a duration, and more than add-ons', async () => {
    const [coating, addon] = [await offer({ name: 'Coating' }), await offer({ name: 'Wax', addon: true, durationMinutes: 60 })];
    expect(await times([wash, coating])).toMatch(/^422 service_ids: .*Coating/);
    expect(await times([addon])).toMatch(/^422 service_ids: .*Wax/);
    expect(await times([wash, addon])).toBe('09:00 09:30 10:00');
  });

  it('are not found if one is unknown, another shop’s or no longer sold', async () => {
    const other = await aStoredService(service, await service.shop(), { durationMinutes: 60 });
    const retired = await offer({ active: false, durationMinutes: 60 });
    for (const { id } of [{ id: randomUUID() as Service['id'] }, other, retired]) {
      expect(await times([wash, { id }])).toMatch(/^404 service not found: /);
    }
  });
});

describe('a job', () => {
  beforeEach(() => set({ booking_step_minutes: '60' }));

  it('that is completed or canceled takes nothing', async () => {
    await job('09:00', '12:00', { stage: 'completed' });
    await job('09:00', '12:00', { stage: 'canceled' });
    expect(await times([wash])).toBe('09:00 10:00 11:00');
  });

  it('that began up to 31 days ago still takes its bay and its person', async () => {
    const scheduledStart = at('2026-02-01T10:00:00-05:00');
    const assigneeId = technician.id as StaffProfileId; // safe: an id is a UUID
    await job('09:00', '10:00', { scheduledStart, stage: 'curing', assigneeId });
    expect(await times([wash])).toBe('10:00 11:00');
  });
});

describe('the people', () => {
  it('are the active technicians, in a shop without any everybody but the viewers, within their hours', async () => {
    const advisor = await aStaffMember(service, shop, { name: 'Ada' });
    await aStaffMember(service, shop, { name: 'Aaron', role: 'viewer' });
    await hours(technician, 'tue 10:00-11:00');
    expect(await times([wash])).toBe('10:00');
    await hours(technician, 'closed');
    expect(await times([wash])).toBe('nobody_works');
    await service.container.get(ChangeStaffMember).execute(shop.id, technician.id as StaffProfileId, { active: false }); // safe: a UUID
    expect((await ask([wash])).body.data.slots).toMatchObject(Array(5).fill({ staff_id: advisor.id }));
    await service.container.get(ChangeStaffMember).execute(shop.id, advisor.user_id, { active: false });
    expect(await times([wash])).toBe('no_staff');
  });

  it('are narrowed by a profile id or a user id, which must be one of theirs', async () => {
    const zoe = await aStaffMember(service, shop, { name: 'Zoe', role: 'technician' });
    await hours(zoe, 'tue 11:00-12:00');
    for (const id of [zoe.id, zoe.user_id]) {
      expect((await ask([wash], { staff_id: id })).body.data.slots).toMatchObject([{ staff_id: zoe.id }]);
    }
    const advisor = await aStaffMember(service, shop);
    const stranger = await aStaffMember(service, await service.shop(), { role: 'technician' });
    for (const id of [advisor.id, stranger.id, stranger.user_id, randomUUID()]) {
      expect(await times([wash], { staff_id: id })).toMatch(/^422 staff_id: must be an active technician/);
    }
  });
});

it('keeps to the clocks of the shop on the night when they change', async () => {
  await set({ opening_hours: 'sun 01:00-05:00', booking_step_minutes: '60' });
  const spring = { from: '2026-03-08T00:00:00-05:00', to: '2026-03-09T00:00:00-04:00' };
  expect(await times([wash], spring)).toBe('01:00 03:00 04:00');
  await set({ booking_horizon_days: '365' });
  const autumn = { from: '2026-11-01T00:00:00-04:00', to: '2026-11-02T00:00:00-05:00' };
  expect((await ask([wash], autumn)).body.data.slots.map(({ starts_at: start }: { starts_at: string }) => start)).toEqual(
    ['05', '06', '07', '08', '09'].map((hour) => `2026-11-01T${hour}:00:00.000Z`),
  );
});

it('tells a model that an id is nobody’s, and names the tools that list services and people', async () => {
  const key = await service.key(shop.id);
  const refused = async (args: object): Promise<unknown> =>
    (await key.tool('booking.availability', { service_ids: [wash.id], ...DAY, ...args })).content[0].text;
  expect(await refused({ service_ids: ['wash'] })).toMatch(
    /^service_ids: must be a list of 1 to 10 UUIDs, and entry 1 is none: ids from services\.list\. /,
  );
  expect(await refused({ staff_id: 'Sam' })).toMatch(/^staff_id: must be a UUID: an id from staff\.list\. /);
  expect(await refused({ service_ids: [randomUUID()] })).toBe(
    'service_ids: entry 1 is no service of this shop. Find it with services.list.',
  );
});
