import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { APPOINTMENT_STATUSES, stagesShownAs, type AppointmentStatus } from '../../../domain/appointments/appointment.js';
import { JOB_STAGES } from '../../../domain/jobs/job.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

/** Minutes after a fixed time. There are only few, so that many appointments overlap, touch or begin together. */
const minute = fc.nat(12);
const booking = fc.record({
  start: fc.option(minute, { freq: 12 }),
  length: fc.option(fc.nat(8), { freq: 4 }),
  stage: fc.constantFrom(...JOB_STAGES),
  customer: fc.nat(1),
  assignee: fc.option(fc.nat(1)),
  origin: fc.constantFrom('service', 'import'),
});
type Booking = typeof booking extends fc.Arbitrary<infer Value> ? Value : never;

const step = fc.record({
  limit: fc.integer({ min: 1, max: 6 }),
  stored: fc.array(booking, { maxLength: 3 }),
  /** positions in the list of all jobs, modulo the list's length */
  deleted: fc.array(fc.nat(), { maxLength: 2 }),
});
const history = fc.record({
  bookings: fc.array(booking, { maxLength: 30, size: 'max' }),
  steps: fc.array(step, { maxLength: 6 }),
});
const asked = fc.record({
  window: fc.tuple(minute, fc.integer({ min: 1, max: 10 })).map(([from, length]) => ({ from, to: from + length })),
  customer: fc.option(fc.nat(1), { freq: 2 }),
  assignee: fc.option(fc.nat(1), { freq: 2 }),
  status: fc.option(fc.constantFrom<AppointmentStatus>(...APPOINTMENT_STATUSES), { freq: 2 }),
});
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

interface ModelJob extends Booking {
  readonly id: string;
}

const instant = (at: number): string => new Date(Date.UTC(2026, 2, 2) + at * 60_000).toISOString();

/** Tells whether the list has this job, according to the specification and the decisions. */
function isListed({ start, length, stage, customer, assignee }: ModelJob, { window, ...wanted }: Asked): boolean {
  if (start === null) return false;
  if (wanted.customer !== null && wanted.customer !== customer) return false;
  if (wanted.assignee !== null && wanted.assignee !== assignee) return false;
  if (wanted.status !== null && !stagesShownAs(wanted.status).includes(stage)) return false;
  const isInstant = length === null || length === 0;
  return isInstant ? window.from <= start && start < window.to : start < window.to && start + length > window.from;
}

function inDiaryOrder(one: ModelJob, other: ModelJob): number {
  const starts = (one.start ?? 0) - (other.start ?? 0);
  if (starts !== 0) return starts;
  return one.id < other.id ? -1 : 1;
}

class Diary {
  private jobs: ModelJob[] = [];
  private stored = 0;

  constructor(
    readonly shop: TestShop,
    readonly customers: readonly string[],
    readonly staff: readonly string[],
  ) {}

  async add(bookings: readonly Booking[]): Promise<void> {
    const fresh = bookings.map((one) => ({ id: randomUUID(), ...one }));
    this.jobs.push(...fresh);
    const rows = fresh.map(({ id, start, length, stage, customer, assignee, origin }) => ({
      shop_id: this.shop.id,
      id,
      number: (this.stored += 1),
      customer_id: this.customers[customer],
      assignee_id: this.staff[assignee ?? -1] ?? null,
      stage,
      scheduled_start: start === null ? null : instant(start),
      scheduled_end: start === null || length === null ? null : instant(start + length),
      origin,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      metadata: {},
      version: 1,
    }));
    await service.sql(`insert into jobs select * from jsonb_populate_recordset(null::jobs, $1::jsonb)`, [JSON.stringify(rows)]);
  }

  async remove(positions: readonly number[]): Promise<void> {
    const gone = new Set(positions.map((index) => this.jobs[index % this.jobs.length]?.id));
    this.jobs = this.jobs.filter(({ id }) => !gone.has(id));
    await service.sql('delete from jobs where shop_id = $1 and id = any ($2)', [
      this.shop.id,
      [...gone].filter((id) => id !== undefined),
    ]);
  }

  page(wanted: Asked, last: ModelJob | null, limit: number): { readonly rows: readonly ModelJob[]; readonly more: boolean } {
    const rest = this.jobs
      .filter((job) => isListed(job, wanted))
      .sort(inDiaryOrder)
      .filter((job) => last === null || inDiaryOrder(last, job) < 0);
    return { rows: rest.slice(0, limit), more: rest.length > limit };
  }

  queryOf({ window, customer, assignee, status }: Asked): string {
    return [
      `from=${instant(window.from)}`,
      `to=${instant(window.to)}`,
      ...(customer === null ? [] : [`customer_id=${this.customers[customer]}`]),
      ...(assignee === null ? [] : [`assignee_id=${this.staff[assignee]}`]),
      ...(status === null ? [] : [`status=${status}`]),
    ].join('&');
  }
}

async function aDiary(): Promise<Diary> {
  const shop = await service.shop();
  const customers = [await aCustomer(shop.full), await aCustomer(shop.full)].map(({ id }) => id as string);
  const staff = [await aStaffMember(service, shop), await aStaffMember(service, shop)].map(({ id }) => id);
  return new Diary(shop, customers, staff);
}

it('the list of appointments pages as a plain list does, while jobs come and go, under every filter', async () => {
  await fc.assert(
    fc.asyncProperty(history, asked, async ({ bookings, steps }, wanted) => {
      const diary = await aDiary();
      await diary.add(bookings);
      let last: ModelJob | null = null;
      let cursor: string | null = '';
      const seen = new Set<string>();
      for (let turn = 0; cursor !== null; turn += 1) {
        const { limit, stored, deleted } = steps[turn] ?? { limit: 5, stored: [], deleted: [] };
        const answer = await diary.shop.read.get(`/appointments?${diary.queryOf(wanted)}&limit=${limit}&cursor=${cursor}`);
        const page = diary.page(wanted, last, limit);
        expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(page.rows.map(({ id }) => id));
        expect(answer.body.meta).toEqual({ next_cursor: page.more ? expect.any(String) : null });
        for (const { id } of page.rows) expect(seen.has(id)).toBe(false);
        page.rows.forEach(({ id }) => seen.add(id));
        last = page.rows.at(-1) ?? last;
        cursor = answer.body.meta.next_cursor as string | null;
        await diary.remove(deleted);
        await diary.add(stored);
      }
    }),
    { numRuns: 30, plugins: [fc.interruptAfterTimeLimit(40_000)] },
  );
}, 60_000);
