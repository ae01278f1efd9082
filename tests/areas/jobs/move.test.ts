import { JOB_STAGES, type Job } from '../../../domain/jobs/job.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let dana: { readonly id: string };

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  dana = await aCustomer(shop.full);
});
afterAll(() => service.stop());

const job = (fields: Partial<Job> = {}): Promise<Job> => aStoredJob(service, shop, dana, fields);

describe('PATCH /jobs/{id}', () => {
  it('moves a job, sets its timestamps, and answers its new state', async () => {
    const { id } = await job();
    service.clock.set('2026-03-02T15:00:00Z');
    const started = await shop.full.patch(`/jobs/${id}`, { stage: 'in_progress' });
    expect(started).toMatchObject({
      status: 200,
      body: { data: { id, stage: 'in_progress', actual_start: '2026-03-02T15:00:00.000Z', actual_end: null } },
    });
    service.clock.set('2026-03-02T16:00:00Z');
    const ended = await shop.full.patch(`/jobs/${id}`, { stage: 'completed' });
    expect(ended.body.data).toMatchObject({
      stage: 'completed',
      actual_start: '2026-03-02T15:00:00.000Z',
      actual_end: '2026-03-02T16:00:00.000Z',
    });
    expect((await shop.read.get(`/jobs/${id}`)).text).toBe(ended.text);
    service.clock.set('2026-03-02T17:00:00Z');
    const back = await shop.full.patch(`/jobs/${id}`, { stage: 'scheduled' });
    expect(back.body.data).toMatchObject({ stage: 'scheduled', actual_start: '2026-03-02T15:00:00.000Z', actual_end: null });
    const again = await shop.full.patch(`/jobs/${id}`, { stage: 'completed' });
    expect(again.body.data).toMatchObject({ actual_start: '2026-03-02T15:00:00.000Z', actual_end: '2026-03-02T17:00:00.000Z' });
  });

  it.each(JOB_STAGES)('accepts the stage %s', async (stage) => {
    const { id } = await job({ stage: stage === 'lead' ? 'ready' : 'lead' });
    expect(await shop.full.patch(`/jobs/${id}`, { stage })).toMatchObject({ status: 200, body: { data: { stage } } });
  });

  it('announces the previous stage, the new stage and the actor', async () => {
    const morgan = await aStaffMember(service, shop);
    const { id } = await job();
    service.clock.set('2026-03-02T18:00:00Z');
    const { body } = await (await service.key(shop.id, { actsFor: morgan.user_id })).patch(`/jobs/${id}`, { stage: 'qa' });
    expect(await eventsOf(service, { id })).toEqual([
      {
        type: 'job.stage_changed',
        created_at: '2026-03-02T18:00:00.000Z',
        data: {
          ...body.data,
          previous: { stage: 'scheduled', actual_start: null },
          from: 'scheduled',
          to: 'qa',
          by: { key_id: expect.any(String), user_id: morgan.user_id },
        },
      },
    ]);
  });

  it('changes, stamps and announces nothing when the same stage is sent again', async () => {
    const { id } = await job();
    service.clock.set('2026-03-02T19:00:00Z');
    const done = await shop.full.patch(`/jobs/${id}`, { stage: 'completed' });
    service.clock.set('2026-03-02T20:00:00Z');
    expect((await shop.full.patch(`/jobs/${id}`, { stage: 'completed' })).text).toBe(done.text);
    expect(await eventsOf(service, { id })).toHaveLength(1);
    const untouched = await job({ stage: 'in_progress' });
    expect((await shop.full.patch(`/jobs/${untouched.id}`, { stage: 'in_progress' })).body.data.actual_start).toBeNull();
  });

  it('moves imported jobs, which stay imported', async () => {
    const { id } = await job({ origin: 'import' });
    expect((await shop.full.patch(`/jobs/${id}`, { stage: 'ready' })).status).toBe(200);
    expect((await shop.read.get('/jobs?imported=true&stage=ready')).body.data).toMatchObject([{ id }]);
  });

  it('changes nothing but the stage, even if other fields are sent', async () => {
    const { id } = await job({ title: 'Wash' });
    const answer = await shop.full.patch(`/jobs/${id}`, {
      stage: 'ready',
      title: 'Free',
      number: 1,
      customer_id: crypto.randomUUID(),
      actual_end: '2020-01-01T00:00:00Z',
    });
    expect(answer.body.data).toMatchObject({ title: 'Wash', customer_id: dana.id, actual_end: null });
  });
});
