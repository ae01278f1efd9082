import type { Answer } from '../../support/api.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { importRows, type Imported, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

interface Floor {
  readonly shop: TestShop;
  readonly customer: string;
  readonly bring: (...rows: readonly Row[]) => Promise<Imported>;
  readonly job: (number?: number) => Promise<Answer['body']>;
}

async function aFloor(timezone = 'UTC'): Promise<Floor> {
  const shop = await service.shop({ timezone });
  const { id: customer } = await aCustomer(shop.full);
  await importRows(service, shop, 'customers', [{ external_id: 'C', name: 'Dana', email: 'dana@example.com' }]);
  return {
    shop,
    customer,
    bring: (...rows) =>
      importRows(
        service,
        shop,
        'jobs',
        rows.map((row) => ({ customer_external_id: 'C', ...row })),
      ),
    job: async (number = 1) => {
      const { body } = await shop.read.get('/jobs?imported=true');
      return body.data.find((one: { number: number }) => one.number === number);
    },
  };
}

const TIMES = {
  scheduled_start: '2024-05-20T13:00:00.000Z',
  scheduled_end: '2024-05-20T21:00:00.000Z',
  actual_start: '2024-05-20T13:10:00.000Z',
  actual_end: '2024-05-20T20:45:00.000Z',
};

describe('an import of jobs', () => {
  it('shows all given values in the list, in the detail and in the diary', async () => {
    const { shop, bring, job } = await aFloor();
    const staff = await aStaffMember(service, shop);
    await importRows(service, shop, 'vehicles', [
      { external_id: 'V', customer_external_id: 'C', make: 'Ford', model: 'Transit' },
    ]);
    const fields = {
      title: 'Wrap',
      stage: 'completed',
      ...TIMES,
      location_address: '214 Bank St',
      created_at: '2024-05-01T08:00:00.000Z',
    };
    await bring({ number: 1, ...fields, vehicle_external_id: 'V', assignee_id: staff.id, bay: 'Bay 2' });
    const listed = await job();
    const customer = (await shop.read.get('/customers?email=dana@example.com')).body.data[0].id as string;
    const vehicle = (await shop.read.get(`/vehicles?customer_id=${customer}`)).body.data[0].id as string;
    expect(listed).toEqual({
      id: listed.id,
      number: 1,
      customer_id: customer,
      vehicle_id: vehicle,
      assignee_id: staff.id,
      ...fields,
    });
    expect((await shop.read.get(`/jobs/${listed.id}`)).body.data).toEqual(listed);
    const { body } = await shop.read.get('/appointments?from=2024-05-20T00:00:00Z&to=2024-05-21T00:00:00Z');
    expect(body.data).toMatchObject([
      { job_id: listed.id, bay: 'Bay 2', status: 'completed', starts_at: TIMES.scheduled_start, ends_at: TIMES.scheduled_end },
    ]);
  });

  it('overwrites values that a later row gives, clears empty ones and keeps the others', async () => {
    const { bring, job } = await aFloor();
    await bring({
      external_id: 'J',
      number: 1,
      title: 'Wrap',
      stage: 'scheduled',
      ...TIMES,
      actual_start: null,
      actual_end: null,
      location_address: 'here',
    });
    const rows = [{ external_id: 'J', title: 'Full wrap', scheduled_start: null, scheduled_end: null, location_address: '' }];
    expect(await bring(...rows)).toMatchObject({ updated: 1 });
    expect(await bring(...rows)).toMatchObject({ unchanged: 1 });
    expect(await job()).toMatchObject({
      title: 'Full wrap',
      stage: 'scheduled',
      scheduled_start: null,
      scheduled_end: null,
      location_address: null,
    });
  });

  it('keeps the exact totals of jobs.list, by stage and assignee, after any move', async () => {
    const { shop, bring } = await aFloor();
    const [one, other] = [await aStaffMember(service, shop), await aStaffMember(service, shop)];
    await importRows(service, shop, 'staff', [{ id: other.id, external_id: 'S' }]);
    await bring(
      { external_id: 'a', stage: 'scheduled', assignee_id: one.id },
      { external_id: 'b', stage: 'scheduled', assignee_external_id: 'S' },
      { external_id: 'c', stage: 'ready' },
    );
    await bring(
      { external_id: 'a', stage: 'ready' },
      { external_id: 'b', assignee_id: null, assignee_external_id: null },
      { external_id: 'd' },
      { external_id: 'd', stage: 'qa' },
    );
    const total = async (input: object): Promise<number> =>
      (await shop.read.post('/jobs/list', { imported: true, ...input })).body.data.total as number;
    const asked = [
      {},
      { stage: 'scheduled' },
      { stage: 'ready' },
      { stage: 'qa' },
      { stage: 'lead' },
      { assignee_id: one.id },
      { assignee_id: other.id },
    ];
    expect(await Promise.all(asked.map(total))).toEqual([4, 1, 2, 1, 0, 1, 0]);
    expect(await total({ imported: false })).toBe(0);
  });

  it('leaves jobs that can be moved from their imported stage', async () => {
    const { shop, bring, job } = await aFloor();
    await bring({ number: 1, stage: 'completed', actual_end: TIMES.actual_end });
    const { id } = await job();
    const { body } = await shop.full.patch(`/jobs/${id}`, { stage: 'ready' });
    expect(body.data).toMatchObject({ stage: 'ready', actual_start: service.clock.now(), actual_end: null });
    const events = await service.sql('select 1 from outbox where shop_id = $1', [shop.id]);
    expect(events).toHaveLength(2); // one for the customer that the API created, and one for this move
  });
});

describe('the times of an imported job', () => {
  it.each([
    ['an end without a beginning', { scheduled_start: null }, 'scheduled_end', 'needs a scheduled_start'],
    [
      'an end before the beginning',
      { scheduled_end: '2024-05-20T12:59:59.999Z' },
      'scheduled_end',
      'must not be before scheduled_start',
    ],
    [
      'more than 31 days',
      { scheduled_end: '2024-06-20T13:00:00.001Z' },
      'scheduled_end',
      'must be at most 31 days after scheduled_start',
    ],
    [
      'an end of the work before its beginning',
      { actual_end: '2024-05-20T13:09:59Z' },
      'actual_end',
      'must not be before actual_start',
    ],
    ['an end of work that goes on', { stage: 'qa' }, 'actual_end', 'must be empty unless the job is completed'],
    [
      'a date without a time',
      { scheduled_start: '2024-05-20' },
      'scheduled_start',
      'must be an RFC 3339 date-time with Z or an offset',
    ],
  ])('are refused with %s', async (_, fields, column, reason) => {
    const { bring } = await aFloor();
    const row = { stage: 'completed', ...TIMES, ...fields };
    expect(await bring(row)).toMatchObject({ created: 0, errors: [{ line: 1, column, reason, value: (row as Row)[column] }] });
  });

  it('may span exactly 31 days, by the local clock too, or be missing', async () => {
    const { bring } = await aFloor('America/Toronto');
    const windows = [
      { scheduled_start: '2024-05-20T13:00:00Z', scheduled_end: '2024-06-20T13:00:00Z' },
      // This window has 31 days and an hour, because the clocks go back on 3 November.
      { scheduled_start: '2024-10-20T13:00:00Z', scheduled_end: '2024-11-20T14:00:00Z' },
      { scheduled_start: '2024-05-20T13:00:00Z', scheduled_end: '2024-05-20T13:00:00Z' },
      { scheduled_start: '2024-05-20T13:00:00Z' },
    ];
    expect(await bring(...windows)).toMatchObject({ created: 4, errors: [] });
  });

  it('are checked together with the stored times of the job', async () => {
    const { bring } = await aFloor();
    await bring({ external_id: 'J', scheduled_start: TIMES.scheduled_start, scheduled_end: TIMES.scheduled_end });
    expect(await bring({ external_id: 'J', scheduled_start: '2024-05-21T00:00:00Z' })).toMatchObject({
      errors: [{ column: 'scheduled_end' }],
    });
    expect(
      await bring({ external_id: 'J', scheduled_end: null }, { external_id: 'J', scheduled_start: '2024-05-21T00:00:00Z' }),
    ).toMatchObject({ updated: 2 });
  });

  it('lose the end when the stage does, and get no end that is not given', async () => {
    const { bring, job } = await aFloor();
    await bring(
      { external_id: 'J', number: 1, stage: 'completed', ...TIMES },
      { external_id: 'K', number: 2, stage: 'completed' },
    );
    await bring({ external_id: 'J', stage: 'ready' });
    expect(await job(1)).toMatchObject({ stage: 'ready', actual_start: TIMES.actual_start, actual_end: null });
    expect(await job(2)).toMatchObject({ stage: 'completed', actual_start: null, actual_end: null });
  });
});
