import { LEAD_STATUSES } from '../../../domain/leads/lead.js';
import { aLead } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

interface Page {
  readonly items: readonly { readonly id: string; readonly status: string }[];
  readonly total: number;
  readonly omitted: number;
  readonly next_offset: number | null;
}

async function listed(input: object = {}): Promise<Page> {
  const { status, body } = await shop.read.post('/leads/list', input);
  expect([input, status]).toEqual([input, 200]);
  return body.data as Page;
}

/** Adds a lead for each status, with a second between them, so that their order is known. */
async function oneOfEach(): Promise<string[]> {
  const ids: string[] = [];
  for (const status of LEAD_STATUSES) {
    service.clock.pass(1000);
    const { id } = await aLead(shop.full, { name: status, phone: '613 555 0142' });
    if (status !== 'new') await shop.full.patch(`/leads/${id}`, { status });
    ids.unshift(id);
  }
  return ids;
}

describe('leads.list', () => {
  it('pages the newest first, with an exact total', async () => {
    const ids = await oneOfEach();
    const pages: Page[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page: Page = await listed({ limit: 3, offset });
      pages.push(page);
      offset = page.next_offset;
    }
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids);
    const rest = pages.map(({ items, total, omitted }) => [total, omitted + items.length]);
    expect(rest).toEqual(pages.map(() => [ids.length, ids.length]));
  });

  it('has the exact total of each status, and of a contact', async () => {
    await oneOfEach();
    for (const status of LEAD_STATUSES) {
      const { items, total } = await listed({ status });
      expect([items.map((lead) => lead.status), total]).toEqual([[status], 1]);
    }
    await aLead(shop.full, { name: 'Sam', email: 'sam@example.com' });
    expect((await listed({ email: 'Sam@Example.com' })).total).toBe(1);
    expect((await listed({ phone: '(613) 555-0142' })).total).toBe(LEAD_STATUSES.length);
    expect((await listed({ phone: '613 555 0142', status: 'won' })).total).toBe(1);
    expect((await listed({ phone: 'nonsense' })).total).toBe(0);
  });

  it('has an exact total while many write at once', async () => {
    const leads = await Promise.all(Array.from({ length: 12 }, () => aLead(shop.full)));
    await Promise.all(leads.slice(0, 6).map(({ id }) => shop.full.patch(`/leads/${id}`, { status: 'contacted' })));
    expect([(await listed({ status: 'new' })).total, (await listed({ status: 'contacted' })).total]).toEqual([6, 6]);
  });

  it('is served to a key that holds the section, and answers what GET /leads answers', async () => {
    await oneOfEach();
    const { items } = await listed({ status: 'won' });
    expect(items).toEqual((await shop.read.get('/leads?status=won')).body.data);
    const { structuredContent } = await shop.read.tool('leads.list', { status: 'won' });
    expect(structuredContent.items).toEqual(items);
  });
});

it('the tools leads.create, leads.update and leads.get do what REST does', async () => {
  const created = (await shop.full.tool('leads.create', { name: 'Dana Whitfield', notes: 'rang' })).structuredContent as {
    id: string;
  };
  expect((await shop.read.get(`/leads/${created.id}`)).body.data).toEqual(created);
  const changed = (await shop.full.tool('leads.update', { id: created.id, status: 'won' })).structuredContent;
  expect(changed).toEqual({ ...created, status: 'won', updated_at: expect.any(String) });
  expect((await shop.read.tool('leads.get', { id: created.id })).structuredContent).toEqual(changed);
  const { body } = await shop.read.get(`/leads/${created.id}/timeline`);
  expect(body.data.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['note', 'status_changed']);
});
