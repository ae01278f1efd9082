import { aLead } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
const idsOf = async (query: string): Promise<string[]> =>
  (await shop.read.get(`/leads?${query}`)).body.data.map(({ id }: { id: string }) => id) as string[];

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

describe('GET /leads', () => {
  it('lists the newest first, ids descending at the same instant', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.unshift((await aLead(shop.full)).id);
      if (count % 2) service.clock.pass(1);
    }
    expect(await idsOf('')).toEqual(ids);
  });

  it('finds an e-mail in any case', async () => {
    const lead = await aLead(shop.full, { email: 'dana+x@example.com' });
    await aLead(shop.full, { email: 'dana@example.com' });
    expect(await idsOf('email=DANA%2Bx@Example.com')).toEqual([lead.id]);
    expect(await idsOf('email=%20dana%2Bx@example.com%20')).toEqual([lead.id]);
    for (const none of ['email=', 'email=dana', 'email=%25', 'email=dana_x@example.com']) expect(await idsOf(none)).toEqual([]);
  });

  it('finds a phone in any spelling', async () => {
    const lead = await aLead(shop.full, { phone: '613 555 0142' });
    for (const same of ['phone=613-555-0142', 'phone=%2B16135550142', 'phone=+16135550142', 'phone=%201(613)5550142']) {
      expect([same, await idsOf(same)]).toEqual([same, [lead.id]]);
    }
    for (const none of ['phone=', 'phone=abc', 'phone=613', 'phone=6135550143', 'phone=613+555+0142+ext+5'])
      expect(await idsOf(none)).toEqual([]);
  });

  it('filters by status, and by several filters together', async () => {
    const [fresh, won] = [await aLead(shop.full, { email: 'a@example.com' }), await aLead(shop.full, { email: 'a@example.com' })];
    await shop.full.patch(`/leads/${won.id}`, { status: 'won' });
    expect(await idsOf('status=won')).toEqual([won.id]);
    expect(await idsOf('status=new&email=a@example.com')).toEqual([fresh.id]);
    expect(await idsOf('status=lost')).toEqual([]);
  });

  it.each([
    ['limit=2', 2],
    ['limit=0', 1],
    ['limit=-5', 1],
    ['limit=%2B2', 2],
    ['limit=101', 27],
    ['limit=9'.padEnd(400, '9'), 27],
    ['', 25],
    ['limit=', 25],
    ['limit=ten', 25],
    ['limit=10abc', 25],
    ['limit=1e1', 25],
    ['limit=2.5', 25],
    ['limit=+2', 25],
  ])('answers, for ?%s, %d leads on a page', async (query, count) => {
    await service.sql(
      `insert into leads (shop_id, id, status, created_at, version) select $1, gen_random_uuid(), 'new', now(), 1 from generate_series(1, 27)`,
      [shop.id],
    );
    const { body } = await shop.read.get(`/leads?${query}`);
    expect(body.data).toHaveLength(count);
    expect(body.meta.next_cursor).toEqual(count === 27 ? null : expect.any(String));
  });

  it('shows the company of a lead without a name, and a fixed text if both are missing', async () => {
    const add = `insert into leads (shop_id, id, company_name, status, created_at, version) values ($1, gen_random_uuid(), $2, 'new', $3, 1)`;
    await service.sql(add, [shop.id, 'Acme', '2026-01-01T00:00:00Z']);
    await service.sql(add, [shop.id, null, '2025-01-01T00:00:00Z']);
    const { body } = await shop.read.get('/leads');
    expect(body.data.map(({ name, source }: Record<string, unknown>) => [name, source])).toEqual([
      ['Acme', null],
      ['Unnamed lead', null],
    ]);
  });
});

describe('a deleted lead', () => {
  it('is neither returned nor changed', async () => {
    const [lead, deleted] = [
      await aLead(shop.full),
      await aLead(shop.full, { email: 'gone@example.com', phone: '613 555 0142', notes: 'was here' }),
    ];
    await service.sql('update leads set deleted_at = $3 where shop_id = $1 and id = $2', [
      shop.id,
      deleted.id,
      service.clock.now(),
    ]);
    expect((await shop.read.get(`/leads/${deleted.id}`)).status).toBe(404);
    expect((await shop.read.get(`/leads/${deleted.id}/timeline`)).status).toBe(404);
    expect((await shop.full.patch(`/leads/${deleted.id}`, { status: 'won' })).status).toBe(404);
    expect(await idsOf('')).toEqual([lead.id]);
    for (const none of ['email=gone@example.com', 'phone=6135550142']) expect(await idsOf(none)).toEqual([]);
    expect(await idsOf('status=new')).toEqual([lead.id]);
  });
});

describe('GET /leads/{id}/timeline', () => {
  it('has the note and every move of the status, newest first', async () => {
    const lead = await aLead(shop.full, { notes: ' rang twice\r\nwants\ta quote ' });
    for (const status of ['contacted', 'contacted', 'lost', 'new']) await shop.full.patch(`/leads/${lead.id}`, { status });
    const { status, body } = await shop.read.get(`/leads/${lead.id}/timeline`);
    const created_at = service.clock.now();
    const moved = (from: string, to: string): object => ({
      id: expect.any(String),
      kind: 'status_changed',
      body: null,
      from,
      to,
      created_at,
    });
    expect([status, body]).toEqual([
      200,
      {
        meta: { next_cursor: null },
        data: [
          moved('lost', 'new'),
          moved('contacted', 'lost'),
          moved('new', 'contacted'),
          { id: expect.any(String), kind: 'note', body: 'rang twice\r\nwants\ta quote', from: null, to: null, created_at },
        ],
      },
    ]);
  });

  it('is empty without notes, and answers in pages', async () => {
    const [quiet, lead] = [await aLead(shop.full, { notes: ' \n ' }), await aLead(shop.full)];
    expect((await shop.read.get(`/leads/${quiet.id}/timeline`)).body).toEqual({ data: [], meta: { next_cursor: null } });
    for (const status of ['won', 'lost', 'cold']) await shop.full.patch(`/leads/${lead.id}`, { status });
    const first = await shop.read.get(`/leads/${lead.id}/timeline?limit=2`);
    const next = await shop.read.get(`/leads/${lead.id}/timeline?cursor=${first.body.meta.next_cursor}`);
    expect([...first.body.data, ...next.body.data].map(({ to }: { to: string }) => to)).toEqual(['cold', 'lost', 'won']);
    expect((await shop.read.get(`/leads/${quiet.id}/timeline?cursor=${first.body.meta.next_cursor}`)).status).toBe(422);
  });
});
