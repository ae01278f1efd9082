import type { Job } from '../../../domain/jobs/job.js';
import type { StaffProfileId } from '../../../domain/shared/id.js';
import { aStoredJob } from '../../support/builders/a-job.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { startTestService, sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
let dana: { readonly id: string };

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  dana = await aCustomer(shop.full);
});
afterAll(() => service.stop());

const job = (fields: Partial<Job> = {}): Promise<Job> => aStoredJob(service, shop, dana, fields);
const idsOf = async (query = ''): Promise<string[]> =>
  (await shop.read.get(`/jobs${query}`)).body.data.map(({ id }: { id: string }) => id) as string[];

describe('GET /jobs/{id}', () => {
  it('answers the fields of the specification, in its order, the time of the last change, and what other systems keep', async () => {
    const staff = await aStaffMember(service, shop);
    const stored = await job({
      title: 'Full paint correction',
      assigneeId: staff.id as StaffProfileId,
      stage: 'completed',
      bay: 'Bay 2',
      locationAddress: '214 Bank St, Ottawa',
      scheduledStart: at('2026-03-02T09:00:00-05:00'),
      scheduledEnd: at('2026-03-02T12:00:00-05:00'),
      actualStart: at('2026-03-02T09:10:00-05:00'),
      actualEnd: at('2026-03-02T13:00:00-05:00'),
    });
    const { status, body, text } = await shop.read.get(`/jobs/${stored.id}`);
    expect(status).toBe(200);
    expect(text).toBe(
      JSON.stringify({
        data: {
          id: stored.id,
          number: stored.number,
          title: 'Full paint correction',
          customer_id: dana.id,
          vehicle_id: null,
          stage: 'completed',
          assignee_id: staff.id,
          scheduled_start: '2026-03-02T14:00:00.000Z',
          scheduled_end: '2026-03-02T17:00:00.000Z',
          actual_start: '2026-03-02T14:10:00.000Z',
          actual_end: '2026-03-02T18:00:00.000Z',
          location_address: '214 Bank St, Ottawa',
          created_at: '2026-01-01T09:00:00.000Z',
          updated_at: body.data.updated_at,
          external_id: null,
          metadata: {},
        },
      }),
    );
  });

  it('answers imported jobs too', async () => {
    const { id } = await job({ origin: 'import' });
    expect((await shop.read.get(`/jobs/${id}`)).body.data.id).toBe(id);
  });
});

describe('GET /jobs', () => {
  it('lists the newest first, by stage and customer', async () => {
    const lee = await aCustomer(shop.full);
    const old = await job({ stage: 'ready', createdAt: at('2026-01-01T00:00:00Z') });
    const fresh = await job({ createdAt: at('2026-01-03T00:00:00Z') });
    const lees = await aStoredJob(service, shop, lee, { stage: 'ready', createdAt: at('2026-01-02T00:00:00Z') });
    expect(await idsOf()).toEqual([fresh.id, lees.id, old.id]);
    expect(await idsOf('?stage=ready')).toEqual([lees.id, old.id]);
    expect(await idsOf(`?customer_id=${dana.id}`)).toEqual([fresh.id, old.id]);
    expect(await idsOf(`?customer_id=${dana.id.toUpperCase()}&stage=ready`)).toEqual([old.id]);
    expect(await idsOf('?stage=qa')).toEqual([]);
  });

  it('lists imported jobs only on request, and then alone', async () => {
    const [own, brought] = [await job(), await job({ origin: 'import' })];
    for (const query of ['', '?imported=false', '?imported=0']) expect([query, await idsOf(query)]).toEqual([query, [own.id]]);
    for (const query of ['?imported=true', '?imported=1']) expect([query, await idsOf(query)]).toEqual([query, [brought.id]]);
  });
});

describe('POST /jobs', () => {
  it.each([undefined, {}, { stage: 'lead' }, '{', 'no json', `"${'x'.repeat(300_000)}"`])('is 501 for any body', async (body) => {
    expect(await shop.full.post('/jobs', body)).toMatchObject({
      status: 501,
      body: { error: { code: 'not_implemented', message: expect.stringContaining('app') } },
    });
  });

  it('is 403 for a read key and any body', async () => {
    expect(await shop.read.post('/jobs', '{')).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
  });

  it('creates nothing, also with an idempotency key', async () => {
    for (const _ of [1, 2]) {
      const answer = await shop.full.post('/jobs', { title: 'x' }, { 'idempotency-key': 'a' });
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([501, null]);
    }
    expect(await idsOf()).toEqual([]);
    expect(await service.sql(`select type from outbox where shop_id = $1 and type like 'job.%'`, [shop.id])).toEqual([]);
  });
});

describe('a deployment that does not record where records came from', () => {
  let blind: TestService;
  beforeAll(async () => {
    blind = await startTestService({ importProvenance: false });
  });
  afterAll(() => blind.stop());

  it('answers 500 to imported=true, and serves all other requests', async () => {
    const { id, full, read } = await blind.shop();
    const customer = await aCustomer(full);
    const own = await aStoredJob(blind, { id }, customer);
    const brought = await aStoredJob(blind, { id }, customer, { origin: 'import' });
    for (const imported of ['true', '1']) {
      expect(await read.get(`/jobs?imported=${imported}`)).toMatchObject({
        status: 500,
        body: { error: { code: 'internal_error' } },
      });
    }
    expect(await read.post('/jobs/list', { imported: true })).toMatchObject({
      status: 500,
      body: { error: { code: 'internal_error' } },
    });
    for (const query of ['', '?imported=false']) {
      expect((await read.get(`/jobs${query}`)).body.data.map((job: { id: string }) => job.id)).toEqual([own.id]);
    }
    expect((await read.post('/jobs/list', { imported: false })).body.data).toMatchObject({ items: [{ id: own.id }], total: 1 });
    expect((await read.get(`/jobs/${brought.id}`)).status).toBe(200);
  });
});
