import type { Job } from '../../../domain/jobs/job.js';
import type { StaffProfileId } from '../../../domain/shared/id.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
let dana: { readonly id: string };

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.set('2026-03-02T15:00:00.000Z');
  shop = await service.shop();
  dana = await aCustomer(shop.full, { phone: '613 555 0142' });
});
afterAll(() => service.stop());

function booked(start: string, end: string | null, fields: Partial<Job> = {}): Promise<Job> {
  return aStoredJob(service, shop, dana, { scheduledStart: at(start), scheduledEnd: end === null ? null : at(end), ...fields });
}
const ids = (...jobs: readonly Job[]): string[] => jobs.map(({ id }) => id);

describe('appointments.list', () => {
  const listed = async (
    input: object,
  ): Promise<{ readonly items: readonly { readonly id: string }[]; readonly total: number }> => {
    const { status, body } = await shop.read.post('/appointments/list', input);
    expect([input, status]).toEqual([input, 200]);
    return body.data as { items: { id: string }[]; total: number };
  };

  it('pages the diary by offset with an exact total, also of jobs that run when the window begins', async () => {
    const running = await booked('2026-03-01T14:00:00Z', '2026-03-04T18:00:00Z');
    const tomorrow = await booked('2026-03-03T14:00:00Z', null);
    const later = await booked('2026-03-04T14:00:00Z', '2026-03-04T15:00:00Z');
    await booked('2026-03-20T14:00:00Z', '2026-03-20T15:00:00Z');
    const found = await listed({});
    expect([found.items.map(({ id }) => id), found.total]).toEqual([ids(running, tomorrow, later), 3]);
    expect(found.items).toEqual((await shop.read.get('/appointments')).body.data);
    const second = await listed({ limit: 1, offset: 1 });
    expect([second.items.map(({ id }) => id), second.total]).toEqual([ids(tomorrow), 3]);
    const past = await listed({ offset: 9 });
    expect([past.items, past.total]).toEqual([[], 3]);
  });

  it('filters by a teammate’s either id, by status and by customer', async () => {
    const staff = await aStaffMember(service, shop);
    const assigneeId = staff.id as StaffProfileId;
    const own = await booked('2026-03-03T14:00:00Z', null, { assigneeId });
    const canceled = await booked('2026-03-04T14:00:00Z', null, { assigneeId, stage: 'canceled' });
    const other = await booked('2026-03-05T14:00:00Z', null);
    const total = async (input: object): Promise<readonly [string[], number]> => {
      const page = await listed(input);
      return [page.items.map(({ id }) => id), page.total];
    };
    for (const assignee_id of [staff.id, staff.user_id]) expect(await total({ assignee_id })).toEqual([ids(own, canceled), 2]);
    expect(await total({ assignee_id: staff.id, status: 'canceled' })).toEqual([ids(canceled), 1]);
    expect(await total({ status: 'scheduled' })).toEqual([ids(own, other), 2]);
    expect(await total({ customer_id: dana.id })).toEqual([ids(own, canceled, other), 3]);
    expect(await total({ assignee_id: dana.id })).toEqual([[], 0]);
  });
});
