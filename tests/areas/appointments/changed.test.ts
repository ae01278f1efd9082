import { appointmentStatus } from '../../../domain/appointments/appointment.js';
import type { Job, JobStage } from '../../../domain/jobs/job.js';
import { JOB_STAGES } from '../../../domain/jobs/job.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aCustomer } from '../../support/builders/records.js';
import { eventsOf, type Outcome } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
let dana: { readonly id: string };
const WINDOW = { scheduledStart: at('2026-03-03T14:00:00.000Z'), scheduledEnd: at('2026-03-03T16:00:00.000Z') };

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  dana = await aCustomer(shop.full, { phone: '613 555 0142' });
});
afterAll(() => service.stop());

const job = (fields: Partial<Job>): Promise<Job> => aStoredJob(service, shop, dana, { ...WINDOW, bay: 'Bay 2', ...fields });
async function changesAfter(fields: Partial<Job>, stage: JobStage): Promise<Outcome[]> {
  const { id } = await job(fields);
  expect((await shop.full.patch(`/jobs/${id}`, { stage })).status).toBe(200);
  return (await eventsOf(service, { id })).filter(({ type }) => type === 'appointment.changed');
}

it('has the appointment as the diary answers it, and its previous values', async () => {
  const [event] = await changesAfter({ stage: 'scheduled' }, 'in_progress');
  const { data } = (await shop.read.get(`/appointments?from=2026-03-03T00:00:00Z&customer_id=${dana.id}`)).body;
  expect(data).toHaveLength(1);
  expect(event?.data).toEqual({ ...data[0], previous: { status: 'scheduled', stage: 'scheduled' } });
  expect(event?.data).toMatchObject({ bay: 'Bay 2', status: 'in_progress', customer: { phone: '+16135550142' }, vehicle: null });
});

it('is announced by exactly the moves that change the status that the diary shows', async () => {
  const moves = JOB_STAGES.map((stage, index) => [stage, JOB_STAGES[(index + 1) % JOB_STAGES.length]!] as const);
  for (const [from, to] of moves) {
    const announced = (await changesAfter({ stage: from }, to)).length;
    expect([from, to, announced]).toEqual([from, to, appointmentStatus(from) === appointmentStatus(to) ? 0 : 1]);
  }
});

it('is not announced for a job without a window, and has the cause of the move', async () => {
  expect(await changesAfter({ scheduledStart: null, scheduledEnd: null }, 'completed')).toEqual([]);
  const { id } = await job({ stage: 'ready' });
  await shop.full.patch(`/jobs/${id}`, { stage: 'completed' });
  const causes = await service.sql<{ operation: string }>(
    `select cause->>'operation' as operation from outbox where data->>'id' = $1 order by type`,
    [id],
  );
  expect(causes).toEqual([{ operation: 'jobs.move' }, { operation: 'jobs.move' }]);
});
