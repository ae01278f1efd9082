import type { ShopId } from '../../../domain/shared/id.js';
import { DEMO_SHOPS } from '../../../infrastructure/demo-data/demo-shops.js';
import type { Api } from '../../support/api.js';
import { startDemoService } from '../../support/demo.js';
import type { TestService } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startDemoService();
});
afterAll(() => service.stop());

async function found(condition: string): Promise<number> {
  const [row] = await service.sql<{ n: number }>(`select count(*) as n from ${condition}`);
  return row?.n ?? NaN;
}

interface Page {
  readonly data: Readonly<Record<string, unknown>>[];
  readonly meta: { readonly total?: number; readonly next_cursor?: string | null; readonly next_offset?: number | null };
}

/** Returns the items of all pages of a list by cursor or by offset. */
async function everyItem(api: Api, path: string): Promise<Page['data']> {
  const all: Page['data'] = [];
  let next = '';
  do {
    const { status, body } = await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=100${next}`);
    expect(status).toBe(200);
    const page = body as Page;
    all.push(...page.data);
    const { next_cursor: cursor, next_offset: offset } = page.meta;
    next = cursor ? `&cursor=${encodeURIComponent(cursor)}` : offset ? `&offset=${offset}` : '';
  } while (next !== '');
  return all;
}

// The test service compares each of these answers with the OpenAPI document.
describe.each(DEMO_SHOPS.map(({ name, id }) => [name, id] as const))('the demo shop over the API: %s', (_, shop: ShopId) => {
  let api: Api;
  const of = (condition: string): string => condition.replace(' where ', ` where shop_id = '${shop}' and `);

  beforeAll(async () => {
    api = await service.key(shop);
  });

  test.each([
    ['lead', '/leads', 'leads where true'],
    ['customer', '/customers', 'customers where true'],
    ['vehicle', '/vehicles', 'vehicles where true'],
    ['task', '/tasks?status=all', 'tasks where true'],
    ['quote', '/quotes', 'quotes where true'],
    ['invoice', '/invoices', `invoices where origin = 'service'`],
    ['imported invoice', '/invoices?imported=true', `invoices where origin = 'import'`],
    ['job', '/jobs', `jobs where origin = 'service'`],
    ['imported job', '/jobs?imported=true', `jobs where origin = 'import'`],
    ['service', '/services', 'services where true'],
    ['teammate', '/staff', 'staff where true'],
    ['line', '/phone-numbers', `phone_numbers where status in ('active', 'porting')`],
  ])('answers every %s once, in the published shape', async (__, path, rows) => {
    const records = await everyItem(api, path);
    expect(records).toHaveLength(await found(of(rows)));
    expect(records.length).toBeGreaterThan(0);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  test.each([
    ['customers.list', {}, 'customers where true'],
    ['jobs.list', {}, 'jobs where true'],
    ['jobs.list', { imported: false }, `jobs where origin = 'service'`],
    ['jobs.list', { stage: 'completed', imported: true }, `jobs where origin = 'import' and stage = 'completed'`],
    ['services.list', {}, 'services where true'],
    ['services.list', { active_only: true, bookable_only: true }, 'services where active and bookable'],
    ['services.list', { addons_only: true }, 'services where addon'],
    ['reviews.list', {}, 'reviews where public'],
    ['reviews.list', { unanswered_only: true, max_stars: 3 }, 'reviews where public and reply is null and stars <= 3'],
    ['tasks.list', { status: 'open' }, `tasks where status = 'open'`],
    ['tasks.list', { status: 'done' }, `tasks where status <> 'open'`],
  ])('answers for %s %j the total that a count in the database gives', async (name, input, rows) => {
    const { structuredContent } = await api.tool(name, { ...input, limit: 1 });
    expect(structuredContent.total).toBe(await found(of(rows)));
    expect(structuredContent.total).toBeGreaterThan(0);
  });

  test('names the contact of every task’s thread, and its assignee', async () => {
    const tasks = await everyItem(api, '/tasks?status=all');
    for (const [id, name] of [
      ['conversation', 'conversation_label'],
      ['assigned_to', 'assignee_name'],
    ] as const) {
      const linked = tasks.filter((task) => task[id] !== null);
      expect(linked.length).toBeGreaterThan(80);
      expect(linked.filter((task) => !task[name])).toEqual([]);
    }
  });

  test('answers a diary of the last and the next weeks', async () => {
    expect((await everyItem(api, '/appointments')).length).toBeGreaterThan(2);
    const appointments = await everyItem(api, '/appointments?from=2026-02-16T00:00:00Z&to=2026-03-16T00:00:00Z');
    expect(new Set(appointments.map(({ status }) => status))).toEqual(
      new Set(['scheduled', 'in_progress', 'completed', 'canceled']),
    );
  });

  test('answers many free times of the next week', async () => {
    const window = { from: '2026-03-03T00:00:00Z', to: '2026-03-10T00:00:00Z' };
    const [oil] = await service.sql<{ id: string }>(`select id from services where shop_id = $1 and sku = 'SRV-OIL'`, [shop]);
    const { structuredContent } = await api.tool('booking.availability', {
      service_ids: [oil?.id],
      vehicle_size: 'suv',
      ...window,
    });
    expect(structuredContent.slots.length).toBeGreaterThan(50);
  });
});
