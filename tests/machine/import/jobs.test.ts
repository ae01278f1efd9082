import type { Answer } from '../../support/api.js';
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
  it('leaves jobs that can be moved from their imported stage', async () => {
    const { shop, bring, job } = await aFloor();
    await bring({ number: 1, stage: 'completed', actual_end: TIMES.actual_end });
    const { id } = await job();
    const { body } = await shop.full.patch(`/jobs/${id}`, { stage: 'ready' });
    expect(body.data).toMatchObject({ stage: 'ready', actual_start: service.clock.now(), actual_end: null });
    const events = await service.sql(`select 1 from outbox where shop_id = $1 and type <> 'records.imported'`, [shop.id]);
    expect(events).toHaveLength(2); // one for the customer that the API created, and one for this move
  });
});

describe('the times of an imported job', () => {
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
