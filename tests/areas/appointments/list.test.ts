import { JOB_STAGES, type Job } from '../../../domain/jobs/job.js';
import type { StaffProfileId, VehicleId } from '../../../domain/shared/id.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer, created } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

const NOW = '2026-03-02T15:00:00.000Z';

let service: TestService;
let shop: TestShop;
let dana: { readonly id: string };

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.set(NOW);
  shop = await service.shop();
  dana = await aCustomer(shop.full, { phone: '613 555 0142' });
});
afterAll(() => service.stop());

function booked(start: string, end: string | null, fields: Partial<Job> = {}): Promise<Job> {
  return aStoredJob(service, shop, dana, { scheduledStart: at(start), scheduledEnd: end === null ? null : at(end), ...fields });
}

async function idsOf(query = ''): Promise<string[]> {
  const { status, body } = await shop.read.get(`/appointments${query}`);
  expect([query, status]).toEqual([query, 200]);
  expect(body.meta).toEqual({ next_cursor: null });
  return body.data.map(({ id }: { id: string }) => id) as string[];
}
const ids = (...jobs: readonly Job[]): string[] => jobs.map(({ id }) => id);

describe('an appointment', () => {
  it('has the fields of the decisions in their order, with customer and vehicle inlined', async () => {
    const staff = await aStaffMember(service, shop);
    const vehicle = await created(shop.full, '/vehicles', {
      customer_id: dana.id,
      vin: '1HGCM82633A004352',
      year: 2003,
      make: 'HONDA',
      model: 'Accord',
      license_plate: 'CKWP 482',
    });
    const job = await booked('2026-03-03T14:00:00Z', '2026-03-03T18:00:00Z', {
      title: 'Full paint correction',
      stage: 'qa',
      bay: 'Bay 2',
      locationAddress: '214 Bank St, Ottawa',
      vehicleId: vehicle.id as VehicleId,
      assigneeId: staff.id as StaffProfileId,
    });
    const customer = (await shop.read.get(`/customers/${dana.id}`)).body.data;
    const { text } = await shop.read.get('/appointments');
    expect(text).toBe(
      JSON.stringify({
        data: [
          {
            id: job.id,
            job_id: job.id,
            number: job.number,
            title: 'Full paint correction',
            starts_at: '2026-03-03T14:00:00.000Z',
            ends_at: '2026-03-03T18:00:00.000Z',
            status: 'in_progress',
            stage: 'qa',
            assignee_id: staff.id,
            bay: 'Bay 2',
            location_address: '214 Bank St, Ottawa',
            customer: { id: dana.id, name: 'Dana Whitfield', phone: '+16135550142', email: customer.email },
            vehicle: { id: vehicle.id, label: '2003 HONDA Accord', license_plate: 'CKWP 482', vin: '1HGCM82633A004352' },
            created_at: '2026-01-01T09:00:00.000Z',
          },
        ],
        meta: { next_cursor: null },
      }),
    );
  });

  it('may lack an end, a vehicle and every optional field of a job', async () => {
    await service.sql('update customers set name = null where shop_id = $1', [shop.id]);
    await booked('2026-03-03T14:00:00Z', null);
    expect((await shop.read.get('/appointments')).body.data).toMatchObject([
      {
        title: null,
        ends_at: null,
        assignee_id: null,
        bay: null,
        location_address: null,
        vehicle: null,
        customer: { name: '—' },
      },
    ]);
  });

  it('has a status that follows from its stage, and is found by that status', async () => {
    const jobs = [];
    for (const [minute, stage] of JOB_STAGES.entries()) jobs.push(await booked(`2026-03-03T14:0${minute}:00Z`, null, { stage }));
    const { body } = await shop.read.get('/appointments');
    expect(body.data.map(({ status, stage }: { status: string; stage: string }) => [stage, status])).toEqual([
      ['lead', 'scheduled'],
      ['scheduled', 'scheduled'],
      ['in_progress', 'in_progress'],
      ['curing', 'in_progress'],
      ['qa', 'in_progress'],
      ['ready', 'in_progress'],
      ['completed', 'completed'],
      ['canceled', 'canceled'],
    ]);
    expect(await idsOf('?status=scheduled')).toEqual(ids(...jobs.slice(0, 2)));
    expect(await idsOf('?status=in_progress')).toEqual(ids(...jobs.slice(2, 6)));
    expect(await idsOf('?status=completed')).toEqual(ids(...jobs.slice(6, 7)));
    expect(await idsOf('?status=canceled')).toEqual(ids(...jobs.slice(7)));
  });

  it('may be imported, and always has a start time', async () => {
    await aStoredJob(service, shop, dana);
    const imported = await booked('2026-03-03T14:00:00Z', null, { origin: 'import' });
    expect(await idsOf()).toEqual(ids(imported));
  });
});

describe('the time window of the list', () => {
  it('reaches from now to seven days from now by default', async () => {
    const first = await booked(NOW, null);
    const last = await booked('2026-03-09T14:59:59.999Z', null);
    await booked('2026-03-02T14:59:59.999Z', null);
    await booked('2026-03-09T15:00:00Z', null);
    expect(await idsOf()).toEqual(ids(first, last));
    service.clock.pass(1);
    expect((await idsOf()).length).toBe(2);
  });

  it('holds the appointments that overlap it, sorted by start, and none that only touches it', async () => {
    const [from, to] = ['2026-03-10T09:00:00Z', '2026-03-10T17:00:00Z'];
    await booked('2026-03-10T07:00:00Z', from); // ends when the window begins
    await booked(to, '2026-03-10T18:00:00Z'); // starts when the window ends
    await booked('2026-03-10T08:00:00Z', null); // has no end, and starts before the window
    await booked(to, null);
    await booked('2026-03-10T08:30:00Z', '2026-03-10T08:30:00Z'); // has no length, and lies before the window
    const long = await booked('2026-02-20T00:00:00Z', '2026-03-20T00:00:00Z');
    const into = await booked('2026-03-10T08:00:00Z', '2026-03-10T09:00:00.001Z');
    const empty = await booked(from, from);
    const open = await booked('2026-03-10T10:00:00Z', null);
    const inside = await booked('2026-03-10T11:00:00Z', '2026-03-10T12:00:00Z');
    const out = await booked('2026-03-10T16:59:59.999Z', '2026-03-11T00:00:00Z');
    expect(await idsOf(`?from=${from}&to=${to}`)).toEqual(ids(long, into, empty, open, inside, out));
    expect(await idsOf('?from=2026-03-10T10:00:00Z&to=2026-03-10T10:00:00.001Z')).toEqual(ids(long, open));
  });

  it.each([
    ['from=2026-03-10T00:00:00Z&to=2026-03-10T00:00:00Z', 'from: must be before to'],
    ['from=2026-03-11T00:00:00Z&to=2026-03-10T00:00:00Z', 'from: must be before to'],
    ['to=2026-03-02T15:00:00Z', /^to: must be after now/],
    ['to=2026-06-02T15:00:00.001Z', 'to: must be at most 92 days after from'],
    ['from=2026-03-02T15:00:00Z&to=2026-06-02T15:00:00.001Z', 'to: must be at most 92 days after from'],
    ['from=2026-03-10', /^from: must be an RFC 3339/],
    ['from=', /^from: /],
    ['from=tomorrow', /^from: /],
    ['from=2026-03-10T24:00:00Z', /^from: /],
    ['to=2026-02-30T00:00:00Z', /^to: /],
    ['to=2026-03-10T00:00:00', /^to: /],
    ['status=', /^status: must be one of scheduled, in_progress, completed, canceled/],
    ['status=ready', /^status: must be one of/],
    ['from=2026-03-10T00:00:00Z&from=2026-03-10T00:00:00Z', /^from: /],
    [
      'from=2026-03-10T00:00:00+02:00',
      /^from: must be an RFC 3339 date-time with Z or an offset: it has a blank instead of a \+ \(in a query, write %2B\)$/,
    ],
    ['to=2026-03-10T00:00:00.5+00:00', /^to: .* %2B\)$/],
    ['from=2026-03-10+02:00', /^from: .* offset$/],
    ['from=2026-02-30T00:00:00+02:00', /^from: .* offset$/],
    ['from=2026-03-10+00:00:00%2B02:00', /^from: .* offset$/],
    ['cursor=x', 'cursor: is not a cursor of this list'],
  ])('is refused with 422 for ?%s', async (query, message) => {
    const { status, body } = await shop.read.get(`/appointments?${query}`);
    expect([status, body.error]).toEqual([422, { code: 'validation_error', message: expect.stringMatching(message) }]);
  });
});
