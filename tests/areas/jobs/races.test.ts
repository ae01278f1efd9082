import { randomUUID } from 'node:crypto';
import { jobEvents } from '../../../application/areas/jobs/job.view.js';
import { Jobs } from '../../../application/areas/jobs/jobs.js';
import { Announcer } from '../../../application/kernel/events/announcer.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import { JOB_STAGES, moveJob, type Job, type JobStage } from '../../../domain/jobs/job.js';
import type { ApiKeyId } from '../../../domain/shared/id.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aCustomer } from '../../support/builders/records.js';
import { eventsOf } from '../../support/outbox.js';
import { secondInstance } from '../../support/second-instance.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const WAYS = 20;

let service: TestService;
let shop: TestShop;
let job: Job;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  job = await aStoredJob(service, shop, await aCustomer(shop.full));
});
afterAll(() => service.stop());

function atOnce<Result>(work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: WAYS }, (_, index) => work(index)));
}

async function now(): Promise<{ stage: JobStage; actual_start: string | null; actual_end: string | null }> {
  return (await shop.read.get(`/jobs/${job.id}`)).body.data;
}

/** Expects that the announced moves form one chain, from the job's first stage to its present one. */
async function expectOneChain(): Promise<(readonly [JobStage, JobStage])[]> {
  const moves = (await eventsOf(service, job)).map(({ data }) => [data['from'], data['to']] as [JobStage, JobStage]);
  const froms = moves.map(([from]) => from);
  const tos = moves.map(([, to]) => to);
  const { stage } = await now();
  expect([...froms, stage].sort()).toEqual([job.stage, ...tos].sort());
  for (const [from, to] of moves) expect(from).not.toBe(to);
  const [row] = await service.sql<{ version: number }>('select version from jobs where shop_id = $1 and id = $2', [
    shop.id,
    job.id,
  ]);
  expect(row?.version).toBe(1 + moves.length);
  return moves;
}

async function expectExactCounts(): Promise<void> {
  const counted = await service.sql(
    `select bucket, sum(n)::int as n from record_counts where shop_id = $1 and list = 'jobs' group by bucket having sum(n) <> 0`,
    [shop.id],
  );
  expect(counted).toEqual([{ bucket: `service:${(await now()).stage}:-`, n: 1 }]);
}

describe('twenty moves of one job at once', () => {
  it('to different stages are all kept, and start the job once', async () => {
    const answers = await atOnce((index) => {
      service.clock.pass(1);
      return shop.full.patch(`/jobs/${job.id}`, { stage: JOB_STAGES[index % JOB_STAGES.length] });
    });
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: WAYS }, () => 200));
    const moves = await expectOneChain();
    const starts = new Set(answers.map(({ body }) => body.data.actual_start as string | null).filter((start) => start !== null));
    expect([...starts]).toEqual([(await now()).actual_start]);
    const stamped = (await eventsOf(service, job)).filter(({ data }) => 'actual_start' in (data['previous'] as object));
    expect(stamped).toHaveLength(1);
    expect(moves.length).toBeGreaterThanOrEqual(JOB_STAGES.length - 1);
    await expectExactCounts();
  });

  it('to one stage move the job once', async () => {
    const answers = await atOnce(() => {
      service.clock.pass(1);
      return shop.full.patch(`/jobs/${job.id}`, { stage: 'completed' });
    });
    const { text } = await shop.read.get(`/jobs/${job.id}`);
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(Array.from({ length: WAYS }, () => [200, text]));
    expect(await expectOneChain()).toEqual([['scheduled', 'completed']]);
    await expectExactCounts();
  });

  it('through two instances of the service are all kept', async () => {
    const second = secondInstance(service);
    const instances = [service.container.get(Jobs), second.get(Jobs)];
    const announcer = service.container.get(Announcer);
    const by = { keyId: randomUUID() as ApiKeyId, userId: null }; // safe: the code only passes the actor on
    const moved = await atOnce(async (index) => {
      const next = (before: Job): JobStage => JOB_STAGES[(JOB_STAGES.indexOf(before.stage) + 1) % JOB_STAGES.length] ?? 'lead';
      return instances[index % 2]?.change(shop.id, job.id, (before) =>
        announcer.announce(jobEvents, before, moveJob(before, next(before), by, service.clock.now()), NO_CAUSE),
      );
    });
    expect(moved).toHaveLength(WAYS);
    const moves = await expectOneChain();
    expect(moves).toHaveLength(WAYS);
    expect((await now()).stage).toBe(JOB_STAGES[(1 + WAYS) % JOB_STAGES.length]);
    await expectExactCounts();
  });
});
