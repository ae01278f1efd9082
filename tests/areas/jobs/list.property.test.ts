import fc from 'fast-check';
import { JOB_STAGES, type JobStage } from '../../../domain/jobs/job.js';
import type { StaffProfileId } from '../../../domain/shared/id.js';
import type { Origin } from '../../../domain/shared/origin.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

/** A job with the values that the list of jobs filters and sorts by. */
interface ModelJob {
  readonly id: string;
  stage: JobStage;
  readonly customer: string;
  readonly assignee: string | null;
  readonly origin: Origin;
  readonly created: string;
  readonly start: string | null;
}

interface Filter {
  readonly stage?: JobStage;
  readonly customer_id?: string;
  readonly assignee_id?: string;
  readonly imported?: boolean;
  readonly since?: string;
  readonly until?: string;
}

const stage = fc.constantFrom(...JOB_STAGES.slice(0, 3));
const which = fc.nat(1);
const act = fc.oneof(
  // There are only few times, so that many jobs have the same one.
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('store' as const),
      stage,
      customer: which,
      assignee: fc.option(which),
      origin: fc.constantFrom<Origin>('service', 'import'),
      tick: fc.nat(3),
      start: fc.option(fc.nat(3)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('move' as const), job: fc.nat(), stage }) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

class Floor {
  readonly jobs: ModelJob[] = [];

  constructor(
    readonly shop: TestShop,
    readonly customers: readonly string[],
    readonly staff: readonly string[],
  ) {}

  async play(what: Act): Promise<void> {
    if (what.act === 'store') return this.store(what);
    const job = this.jobs[what.job % Math.max(1, this.jobs.length)];
    if (!job) return;
    expect((await this.shop.full.patch(`/jobs/${job.id}`, { stage: what.stage })).status).toBe(200);
    job.stage = what.stage;
  }

  private async store({
    stage: begin,
    customer,
    assignee,
    origin,
    tick,
    start: hour,
  }: Extract<Act, { act: 'store' }>): Promise<void> {
    const start = hour === null ? null : startAt(hour);
    const model = {
      stage: begin,
      customer: this.customers[customer] ?? '',
      assignee: this.staff[assignee ?? -1] ?? null,
      origin,
      created: `2026-03-02T15:00:00.00${tick}Z`,
      start,
    };
    const fields = {
      stage: begin,
      assigneeId: model.assignee as StaffProfileId | null,
      origin,
      createdAt: at(model.created),
      scheduledStart: start === null ? null : at(start),
    }; // safe: the assignee is the id of a stored teammate
    const { id } = await aStoredJob(service, this.shop, { id: model.customer }, fields);
    this.jobs.push({ id, ...model });
  }

  /**
   * Returns the jobs that match. They are sorted by creation and then by id, both descending. With `since` or `until` they are
   * sorted by start and then by id, both ascending.
   */
  matching({ stage: wanted, customer_id, assignee_id, imported, since, until }: Filter): ModelJob[] {
    const matching = this.jobs
      .filter((job) => (imported === undefined || (job.origin === 'import') === imported) && (wanted ?? job.stage) === job.stage)
      .filter(
        (job) => (customer_id ?? job.customer) === job.customer && (assignee_id === undefined || assignee_id === job.assignee),
      );
    if (since === undefined && until === undefined)
      return matching.sort((one, other) => (one.created + one.id < other.created + other.id ? 1 : -1));
    return matching
      .filter(({ start }) => start !== null && start >= (since ?? '') && start < (until ?? '~'))
      .sort((one, other) => (`${one.start}${one.id}` < `${other.start}${other.id}` ? -1 : 1));
  }
}

function startAt(hour: number): string {
  return `2026-03-03T1${hour}:00:00.000Z`;
}

async function aFloor(): Promise<Floor> {
  const shop = await service.shop();
  const customers = [await aCustomer(shop.full), await aCustomer(shop.full)].map(({ id }) => id as string);
  const staff = [await aStaffMember(service, shop), await aStaffMember(service, shop)].map(({ id }) => id);
  return new Floor(shop, customers, staff);
}

function filtersOf({ customers: [customer = ''], staff: [assignee = ''] }: Floor): Filter[] {
  const all: Filter[] = [];
  for (const imported of [{}, { imported: true }, { imported: false }]) {
    for (const one of [{}, { stage: 'lead' as const }]) {
      for (const when of [{}, { since: startAt(1) }, { since: startAt(1), until: startAt(3) }]) {
        for (const whose of [{}, { customer_id: customer }])
          for (const by of [{}, { assignee_id: assignee }]) all.push({ ...imported, ...one, ...when, ...whose, ...by });
      }
    }
  }
  return all;
}

async function expectPage(floor: Floor, filter: Filter, limit: number, offset: number): Promise<void> {
  const matching = floor.matching(filter);
  const items = matching.slice(offset, offset + limit).map((job) => ({ id: job.id, stage: job.stage }));
  const next = offset + items.length;
  const { body } = await floor.shop.read.post('/jobs/list', { ...filter, limit, offset });
  const { items: answered, ...rest } = body.data;
  expect([filter, answered.map((job: ModelJob) => ({ id: job.id, stage: job.stage })), rest]).toEqual([
    filter,
    items,
    {
      total: matching.length,
      omitted: matching.length - items.length,
      next_offset: items.length > 0 && next < matching.length ? next : null,
    },
  ]);
}

it('order, totals, omitted and next_offset equal a plain list’s under every filter, after any changes to the jobs', async () => {
  const pages = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(12)), { minLength: 2, maxLength: 2 })
    .map((some) => [[100, 0] as const, ...some]);
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40, size: 'max' }), pages, async (acts, wanted) => {
      const floor = await aFloor();
      for (const what of acts) await floor.play(what);
      // One filter after the other: on a busy machine a request that waits behind hundreds of others is refused.
      for (const filter of filtersOf(floor)) for (const [limit, offset] of wanted) await expectPage(floor, filter, limit, offset);
    }),
    { numRuns: 4, plugins: [fc.interruptAfterTimeLimit(40_000)] },
  );
}, 60_000);
