import type { Job } from '../../../domain/jobs/job.js';
import type { StaffProfileId } from '../../../domain/shared/id.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStaffMember, type StaffRow } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
let dana: { readonly id: string };
let morgan: StaffRow;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  dana = await aCustomer(shop.full);
  morgan = await aStaffMember(service, shop, { role: 'technician' });
});
afterAll(() => service.stop());

let made = 0;
/** Stores a job that is newer than the job before it. */
function job(fields: Partial<Job> = {}): Promise<Job> {
  made += 1;
  return aStoredJob(service, shop, dana, { createdAt: at(new Date(Date.UTC(2026, 0, 1) + made).toISOString()), ...fields });
}
const morgans = (): Partial<Job> => ({ assigneeId: morgan.id as StaffProfileId });

async function page(body: object): Promise<{ ids: string[]; total: number; omitted: number; next_offset: number | null }> {
  const answer = await shop.read.post('/jobs/list', body);
  expect([body, answer.status]).toEqual([body, 200]);
  const { items, ...rest } = answer.body.data;
  return { ids: items.map(({ id }: { id: string }) => id), ...rest };
}
const all = (...jobs: readonly Job[]): object => ({
  ids: jobs.map(({ id }) => id),
  total: jobs.length,
  omitted: 0,
  next_offset: null,
});

describe('POST /jobs/list', () => {
  it('lists the newest first, by stage, customer and assignee, and all of them together', async () => {
    const lee = await aCustomer(shop.full);
    const first = await job({ stage: 'ready' });
    const second = await job({ ...morgans(), stage: 'ready' });
    const third = await aStoredJob(service, shop, lee, { ...morgans(), createdAt: at('2026-02-01T00:00:00Z') });
    expect(await page({})).toEqual(all(third, second, first));
    expect(await page({ stage: 'ready' })).toEqual(all(second, first));
    expect(await page({ customer_id: dana.id })).toEqual(all(second, first));
    expect(await page({ assignee_id: morgan.id })).toEqual(all(third, second));
    expect(await page({ assignee_id: morgan.id, stage: 'scheduled' })).toEqual(all(third));
    expect(await page({ assignee_id: morgan.id, customer_id: dana.id })).toEqual(all(second));
    expect(await page({ customer_id: lee.id, stage: 'ready' })).toEqual(all());
    expect(await page({ assignee_id: morgan.id, customer_id: dana.id, stage: 'ready' })).toEqual(all(second));
  });

  it('accepts either id of a teammate', async () => {
    const theirs = await job({ ...morgans(), stage: 'ready' });
    await job();
    for (const assignee_id of [morgan.id, morgan.user_id]) {
      expect(await page({ assignee_id })).toEqual(all(theirs));
      expect(await page({ assignee_id, stage: 'qa' })).toEqual(all());
    }
  });

  it('lists jobs of both origins, newest first, or those of one origin on request', async () => {
    const jobs = [
      await job(),
      await job({ origin: 'import' }),
      await job({ ...morgans(), origin: 'import' }),
      await job(morgans()),
    ] as const;
    const [own, brought, theirs, newest] = jobs;
    expect(await page({})).toEqual(all(...jobs.toReversed()));
    expect(await page({ limit: 2, offset: 1 })).toEqual({ ids: [theirs.id, brought.id], total: 4, omitted: 2, next_offset: 3 });
    expect(await page({ assignee_id: morgan.id })).toEqual(all(newest, theirs));
    expect(await page({ assignee_id: morgan.id, stage: 'scheduled', imported: true })).toEqual(all(theirs));
    expect(await page({ imported: false })).toEqual(all(newest, own));
    expect(await page({ imported: true })).toEqual(all(theirs, brought));
    expect(await page({ imported: true, stage: 'ready' })).toEqual(all());
  });

  it('finds a job by its number as people say it, together with any other filter', async () => {
    const [wanted] = [await job({ ...morgans(), origin: 'import' }), await job()];
    const { number } = wanted;
    expect(await page({ number })).toEqual(all(wanted));
    expect(await page({ number, assignee_id: morgan.id, customer_id: dana.id, stage: 'scheduled', imported: true })).toEqual(
      all(wanted),
    );
    for (const other of [{ stage: 'ready' }, { imported: false }, { since: '2026-01-01T00:00:00Z' }])
      expect(await page({ number, ...other })).toEqual(all());
    expect(await page({ number: 2_147_483_647 })).toEqual(all());
  });

  it('names the customer, the vehicle and the teammate of each job, null where there is none', async () => {
    const lee = await aCustomer(shop.full, { name: 'Lee Chen' });
    const { body } = await shop.full.post('/vehicles', { customer_id: lee.id, year: 2020, make: 'Honda', model: 'Civic' });
    await aStoredJob(service, shop, lee, { ...morgans(), vehicleId: body.data.id });
    const nobody = await job({ createdAt: at('2026-01-02T00:00:00Z') });
    await service.sql('update customers set name = null where id = $1', [dana.id]);
    const { items } = (await shop.read.post('/jobs/list', {})).body.data;
    const named = { customer_name: 'Lee Chen', vehicle_label: '2020 Honda Civic', assignee_name: 'Front desk' };
    const plain = { id: nobody.id, customer_name: null, vehicle_label: null, assignee_name: null };
    expect([items[1], items[0]]).toEqual([expect.objectContaining(named), expect.objectContaining(plain)]);
    const { assignee_name, customer_name, vehicle_label, ...rest } = items[0];
    expect([[assignee_name, customer_name, vehicle_label], rest]).toEqual([
      [null, null, null],
      (await shop.read.get(`/jobs/${nobody.id}`)).body.data,
    ]);
  });

  describe('filtered by the scheduled start', () => {
    const booked = (hour: number, fields: Partial<Job> = {}): Promise<Job> =>
      job({ scheduledStart: at(`2026-03-03T${String(hour).padStart(2, '0')}:00:00Z`), ...fields });

    it('lists the soonest first, from `since` and before `until`', async () => {
      const [noon, nine, three] = [
        await booked(12),
        await booked(9, { origin: 'import' }),
        await booked(15, { stage: 'canceled' }),
      ];
      await job();
      const [since, until] = ['2026-03-03T09:00:00Z', '2026-03-03T15:00:00Z'];
      expect(await page({ since })).toEqual(all(nine, noon, three));
      expect(await page({ until })).toEqual(all(nine, noon));
      expect(await page({ since, until })).toEqual(all(nine, noon));
      expect(await page({ since: '2026-03-03T05:00:00-05:00', until: '2026-03-04T05:00:00-05:00' })).toEqual(all(noon, three));
      expect(await page({ since, limit: 1, offset: 1 })).toEqual({ ids: [noon.id], total: 3, omitted: 2, next_offset: 2 });
      for (const none of [
        { since, until: since },
        { since: until, until: since },
      ])
        expect(await page(none)).toEqual(all());
    });

    it('combines the window with any other filter', async () => {
      const [theirs, ready] = [await booked(9, { ...morgans(), origin: 'import' }), await booked(10, { stage: 'ready' })];
      const since = '2026-03-03T00:00:00Z';
      expect(await page({ since, assignee_id: morgan.user_id })).toEqual(all(theirs));
      expect(await page({ since, customer_id: dana.id })).toEqual(all(theirs, ready));
      expect(await page({ since, stage: 'ready' })).toEqual(all(ready));
      expect(await page({ since, imported: false })).toEqual(all(ready));
      expect(await page({ since, number: theirs.number })).toEqual(all(theirs));
      expect(await page({ since, assignee_id: morgan.id, imported: false })).toEqual(all());
    });
  });

  it('shows a move at once', async () => {
    const { id } = await job(morgans());
    await shop.full.patch(`/jobs/${id}`, { stage: 'ready' });
    expect((await page({ stage: 'scheduled' })).total).toBe(0);
    for (const body of [{ stage: 'ready' }, { stage: 'ready', assignee_id: morgan.id }, { assignee_id: morgan.id }])
      expect((await page(body)).total).toBe(1);
  });
});
