import { readFile } from 'node:fs/promises';
import type { CustomerId, StaffProfileId, VehicleId } from '../../domain/shared/id.js';
import { aStoredJob } from '../support/builders/a-job.js';
import { aStoredReview } from '../support/builders/a-review.js';
import { aStoredService, aTieredService, money } from '../support/builders/a-service.js';
import { aStaffMember } from '../support/builders/a-staff-member.js';
import { aCustomer, aStoredTask, created } from '../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../support/service.js';
import { at } from '../support/test-clock.js';

let service: TestService;
let shop: TestShop;
/** The tool calls that docs/assistant-jobs.md lists for each job, by the job's number. */
const written = new Map<number, string>();
const played: number[] = [];

beforeAll(async () => {
  const page = await readFile('docs/assistant-jobs.md', 'utf8');
  for (const [, number, calls = ''] of page.matchAll(/^\| (\d+) \| .* \| (\S.*?) \| .* \|$/gm))
    written.set(Number(number), calls);
  service = await sharedTestService();
  shop = await service.shop({ timezone: 'America/Toronto', country: 'CA', currency: 'CAD' });
  await fillFloor();
  await fillMenu();
});
afterAll(() => service.stop());

/** 10:00 on a Monday in the shop's time zone */
const NOW = '2026-03-02T10:00:00-05:00';

async function fillFloor(): Promise<void> {
  service.clock.set(NOW);
  const people = { Hélène: 'manager', Tomás: 'advisor', Keisha: 'technician', 'Somebody Who Left': 'technician' } as const;
  const staff = new Map<string, { id: StaffProfileId; user_id: string }>();
  for (const [name, role] of Object.entries(people)) {
    const { id, user_id } = await aStaffMember(service, shop, { name, role, active: name !== 'Somebody Who Left' });
    staff.set(name, { id: id as StaffProfileId, user_id }); // safe: an id is a UUID
  }
  const jade = await aCustomer(shop.full, { name: 'Jade MacDonald', phone: '613 555 0764' });
  const dana = await aCustomer(shop.full, { name: 'Dana Whitfield' });
  await shop.full.patch(`/customers/${dana.id}`, { is_vip: true });
  const civic = await created(shop.full, '/vehicles', { customer_id: jade.id, year: 2020, make: 'Honda', model: 'Civic' });
  const keishas = { assigneeId: staff.get('Keisha')?.id ?? null, vehicleId: civic.id as VehicleId }; // safe: ids of answers
  const job = (customer: { id: CustomerId }, number: number, scheduledStart: string, fields: object): Promise<unknown> =>
    aStoredJob(service, shop, customer, { number, scheduledStart: at(scheduledStart), ...fields });
  await job(jade, 1800, '2025-06-02T09:00:00-04:00', { title: 'Winter tires off', stage: 'completed', origin: 'import' });
  await job(jade, 1948, '2026-03-02T08:00:00-05:00', { title: 'Brakes', stage: 'in_progress', ...keishas });
  await job(dana, 1949, '2026-03-03T23:30:00-05:00', { title: 'Windscreen', ...keishas, vehicleId: null });
  await job(dana, 1950, '2026-03-03T08:00:00-05:00', { title: 'Oil change' });
  await job(dana, 1951, '2026-03-04T00:00:00-05:00', { title: 'Wash' });
  await aStoredTask(shop.full, {
    title: 'Call about the quote',
    due_at: '2026-02-27T09:00:00-05:00',
    staff_id: staff.get('Tomás')?.user_id,
  });
  await aStoredTask(shop.full, { title: 'Order brake pads', customer_id: jade.id, staff_id: staff.get('Hélène')?.user_id });
}

async function fillMenu(): Promise<void> {
  await aStoredService(service, shop, aTieredService({ name: 'Oil change (synthetic)' }));
  await aStoredService(service, shop, { name: 'Brake pads, front', basePrice: money(32_000) });
  await aStoredService(service, shop, { name: 'Rear window tint', basePrice: money(15_000) });
  const truck = { vehicleSize: 'truck', price: money(22_900), durationMinutes: 240 } as const;
  await aStoredService(
    service,
    shop,
    aTieredService({ name: 'Full interior detail', tiers: [...aTieredService().tiers, truck] }),
  );
  await aStoredService(service, shop, { name: 'Ceramic coating, 1 year', active: false, bookable: false });
  for (const [stars, leftAt, reply] of [
    [2, '2026-02-20T09:00:00Z', null],
    [3, '2026-02-10T09:00:00Z', 'Sorry'],
    [5, '2026-02-09T09:00:00Z', null],
    [1, '2025-12-01T09:00:00Z', null],
  ] as const) {
    await aStoredReview(service, shop, { stars, leftAt: at(leftAt), reply });
  }
}

type Answer = Awaited<ReturnType<TestShop['full']['tool']>>;
type Call = (name: string, args?: object) => Promise<Answer>;

/** Tests a job of the page: makes its tool calls, and compares them with those that the page lists. */
function job(number: number, title: string, play: (call: Call, refused: Call) => Promise<void>): void {
  played.push(number);
  it(`does job ${number}: ${title}`, async () => {
    const calls: string[] = [];
    const refused: Call = async (name, args = {}) => {
      calls.push(name);
      return shop.full.tool(name, args);
    };
    const call: Call = async (name, args) => {
      const { isError, structuredContent, content } = await refused(name, args);
      expect([name, isError, content?.[0]]).toEqual([name, undefined, expect.anything()]);
      return structuredContent;
    };
    await play(call, refused);
    expect(calls.join(', ')).toBe(written.get(number));
  });
}

const titlesOf = ({ items }: Answer): string[] => items.map(({ title }: { title: string }) => title) as string[];

describe('a shop’s assistant', () => {
  job(1, 'overdue tasks, and whose', async (call) => {
    expect(await call('tasks.list', { overdue: true })).toMatchObject({
      items: [{ title: 'Call about the quote', overdue: true, assignee_name: 'Tomás' }],
      total: 1,
    });
  });

  job(2, 'online booking off for oil changes', async (call) => {
    const {
      items: [{ id }],
    } = await call('services.list', { q: 'oil change' });
    expect(await call('services.set_online', { id, bookable: false })).toMatchObject({
      name: 'Oil change (synthetic)',
      bookable: false,
    });
  });

  job(3, 'the price of a brake job', async (call) => {
    expect(await call('services.list', { q: 'brake' })).toMatchObject({
      items: [{ pricing_model: 'flat', base_price: 320 }],
      total: 1,
    });
  });

  job(4, 'a task for a teammate, about a customer, at a time of the shop', async (call) => {
    const { items } = await call('tasks.assignees');
    const { staff_id } = items.find(({ name }: { name: string }) => name === 'Tomás');
    const {
      items: [dana],
    } = await call('customers.list', { q: 'Dana Whitfield' });
    const task = await call('tasks.create', {
      title: 'Call Dana Whitfield',
      due_at: '2026-03-09T09:00:00-04:00',
      customer_id: dana.id,
      staff_id,
    });
    expect(task).toMatchObject({ due_at: '2026-03-09T13:00:00.000Z', customer_id: dana.id, assignee_name: 'Tomás' });
  });

  job(5, 'the price of an oil change for an SUV', async (call) => {
    const {
      items: [{ id }],
    } = await call('services.list', { q: 'oil change' });
    const { items } = await call('services.tiers', { id });
    expect(items).toContainEqual({ vehicle_size: 'suv', price: 250, duration_minutes: 90 });
  });

  job(6, 'ten per cent on a price', async (call) => {
    const {
      items: [{ id, base_price }],
    } = await call('services.list', { q: 'rear window tint' });
    expect(await call('services.update_price', { id, base_price: Math.round(base_price * 110) / 100 })).toMatchObject({
      base_price: 165,
    });
  });

  job(7, 'another price for one size of vehicle', async (call) => {
    const {
      items: [{ id }],
    } = await call('services.list', { q: 'interior detail' });
    const { tiers } = await call('services.update_price', { id, tiers: [{ vehicle_size: 'truck', price: 249 }] });
    expect(tiers).toEqual([
      { vehicle_size: 'sedan', price: 200, duration_minutes: null },
      { vehicle_size: 'suv', price: 250, duration_minutes: 90 },
      { vehicle_size: 'truck', price: 249, duration_minutes: 240 },
    ]);
  });

  job(8, 'unanswered reviews of three stars or fewer', async (call) => {
    expect(await call('reviews.list', { unanswered_only: true, max_stars: 3 })).toMatchObject({
      items: [{ stars: 2 }, { stars: 1 }],
      total: 2,
    });
  });

  job(9, 'the average of the last thirty days', async (call) => {
    const { items } = await call('reviews.list', { limit: 100 });
    const stars = items
      .filter(({ left_at }: { left_at: string }) => left_at >= '2026-01-31')
      .map((one: { stars: number }) => one.stars) as number[];
    expect(stars).toEqual([2, 3, 5]);
  });

  job(10, 'what a customer drives, and what is open', async (call) => {
    const {
      items: [{ id }],
    } = await call('customers.list', { q: 'MacDonald, Jade' });
    const answer = await call('customers.get', { id });
    expect(answer).toMatchObject({
      vehicles: [{ label: '2020 Honda Civic' }],
      open_jobs: [{ number: 1948 }],
      open_tasks: [{ title: 'Order brake pads' }],
    });
  });

  job(11, 'what a customer has had done, in the former system too', async (call) => {
    const {
      items: [{ id }],
    } = await call('customers.list', { phone: '613 555 0764' });
    expect(titlesOf(await call('jobs.list', { customer_id: id })).sort()).toEqual(['Brakes', 'Winter tires off']);
  });

  job(12, 'what is being worked on, whose, and by whom', async (call) => {
    const names = { customer_name: 'Jade MacDonald', vehicle_label: '2020 Honda Civic', assignee_name: 'Keisha' };
    expect(await call('jobs.list', { stage: 'in_progress' })).toMatchObject({ items: [names], total: 1 });
  });

  job(13, 'what is booked for tomorrow', async (call) => {
    const tomorrow = { since: '2026-03-03T00:00:00-05:00', until: '2026-03-04T00:00:00-05:00' };
    expect(titlesOf(await call('jobs.list', tomorrow))).toEqual(['Oil change', 'Windscreen']);
  });

  job(14, 'a technician’s jobs', async (call) => {
    const { items } = await call('staff.list', { active: true });
    const { id } = items.find(({ name }: { name: string }) => name === 'Keisha');
    expect(titlesOf(await call('jobs.list', { assignee_id: id })).sort()).toEqual(['Brakes', 'Windscreen']);
  });

  job(15, 'how many open tasks a teammate has', async (call) => {
    const { items } = await call('tasks.assignees');
    const { staff_id } = items.find(({ name }: { name: string }) => name === 'Hélène');
    expect((await call('tasks.list', { assigned_to: staff_id, limit: 1 })).total).toBe(1);
  });

  job(17, 'a service back on the booking page that is no longer sold', async (call, refused) => {
    const {
      items: [{ id }],
    } = await call('services.list', { q: 'ceramic coating 1 year' });
    const { isError, content } = await refused('services.set_online', { id, bookable: true });
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining('no longer sold')]);
  });

  job(18, 'what is no longer sold', async (call) => {
    const { items } = await call('services.list', { limit: 200 });
    expect(items.filter(({ active }: { active: boolean }) => !active)).toMatchObject([{ name: 'Ceramic coating, 1 year' }]);
  });

  job(19, 'the VIPs', async (call) => {
    expect(await call('customers.list', { vip: true })).toMatchObject({ items: [{ name: 'Dana Whitfield' }], total: 1 });
  });

  job(20, 'a task about a job that is known by its number', async (call) => {
    const {
      items: [{ id, customer_id }],
    } = await call('jobs.list', { number: 1949 });
    expect(await call('tasks.create', { title: 'Order the windscreen', job_id: id, customer_id })).toMatchObject({
      job_id: id,
      customer_id,
    });
  });

  it('does every job of the page that has tools, in the number of calls that the page states', async () => {
    const done = [...written].filter(([, calls]) => calls !== '–');
    expect(done.map(([number]) => number)).toEqual(played);
    const calls = done.flatMap(([, names]) => names.split(', '));
    expect(await readFile('docs/assistant-jobs.md', 'utf8')).toContain(
      `${done.length} of the ${written.size} are done, in ${calls.length} calls.`,
    );
  });
});
