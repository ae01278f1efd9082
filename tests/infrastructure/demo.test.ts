import { jest } from '@jest/globals';
import { MintKey } from '../../application/access/mint-key.js';
import { demoData } from '../../infrastructure/demo/demo-data.js';
import { loadDemo, type LoadedDemo } from '../../infrastructure/demo/load-demo.js';
import type { Api } from '../support/api.js';
import { startTestService, type TestService } from '../support/service.js';
import { at } from '../support/test-clock.js';

const TABLES = [
  ...['shops', 'staff', 'customers', 'leads', 'lead_timeline', 'vehicles', 'conversations', 'messages', 'jobs', 'tasks'],
  ...['record_counts', 'api_keys', 'outbox', 'idempotency_keys', 'vin_decodes'],
];

let service: TestService;
let demo: LoadedDemo;
let api: Api;

beforeAll(async () => {
  service = await startTestService();
  demo = await loadDemo(service.dataSource, service.container);
  api = service.as(demo.keys?.full ?? null);
});
afterAll(() => service.stop());

async function rowCounts(of: TestService = service): Promise<Record<string, number>> {
  const counts = await Promise.all(TABLES.map((table) => of.sql<{ n: number }>(`select count(*) as n from ${table}`)));
  return Object.fromEntries(TABLES.map((table, index) => [table, counts[index]?.[0]?.n ?? NaN]));
}

async function found(condition: string): Promise<number> {
  const [row] = await service.sql<{ n: number }>(`select count(*) as n from ${condition}`);
  return row?.n ?? NaN;
}

interface Page {
  readonly data: Readonly<Record<string, unknown>>[];
  readonly meta: { readonly total?: number; readonly next_cursor?: string | null; readonly next_offset?: number | null };
}

/** Every page of a list, by cursor or by offset. */
async function pages(path: string): Promise<Page[]> {
  const all: Page[] = [];
  let next = '';
  do {
    const { status, body } = await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=100${next}`);
    expect(status).toBe(200);
    const page = body as Page;
    all.push(page);
    const { next_cursor: cursor, next_offset: offset } = page.meta;
    next = cursor ? `&cursor=${encodeURIComponent(cursor)}` : offset ? `&offset=${offset}` : '';
  } while (next !== '');
  return all;
}

describe('the first load', () => {
  test('makes one shop of this year, with at most 20,000 rows in all', async () => {
    const counts = await rowCounts();
    expect(Object.values(counts).reduce((sum, n) => sum + n)).toBeLessThanOrEqual(20_000);
    expect(counts).toMatchObject({ shops: 1, staff: 9, customers: 1500, leads: 1200, conversations: 1500, jobs: 1500, tasks: 1500 });
    expect(counts).toMatchObject({ api_keys: 2, outbox: 0, idempotency_keys: 0, vin_decodes: 0 });
    expect(counts['vehicles']).toBeGreaterThan(1900);
    expect(counts['messages']).toBeGreaterThan(4500);
    expect(await service.sql('select id, timezone, country, currency from shops')).toEqual([
      { id: demo.shopId, timezone: 'America/Toronto', country: 'CA', currency: 'CAD' },
    ]);
  });

  test('hands out a full and a read key that work', async () => {
    expect((await api.get('/me')).body.data).toMatchObject({ shop: { id: demo.shopId }, key: { scope: 'full', expires_at: null } });
    const read = service.as(demo.keys?.read ?? null);
    expect((await read.get('/me')).body.data.key.scope).toBe('read');
    expect((await read.post('/leads', { name: 'No' })).status).toBe(403);
  });

  test('tells the planner what is in the tables', async () => {
    const unknown = await service.sql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relname in ('leads', 'tasks', 'messages') and reltuples <= 0`,
    );
    expect(unknown).toEqual([]);
  });
});

describe('a further load', () => {
  test('changes nothing and mints no keys', async () => {
    const before = await rowCounts();
    expect(await loadDemo(service.dataSource, service.container)).toEqual({ shopId: demo.shopId, keys: null });
    expect(await rowCounts()).toEqual(before);
  });

  test('at the same time as the first loads once', async () => {
    const other = await startTestService();
    try {
      const loads = await Promise.all([1, 2, 3].map(() => loadDemo(other.dataSource, other.container)));
      expect(loads.filter(({ keys }) => keys !== null)).toHaveLength(1);
      expect(await rowCounts(other)).toEqual(await rowCounts());
    } finally {
      await other.stop();
    }
  });

  test('after one that broke off at its end starts from nothing', async () => {
    const other = await startTestService();
    try {
      const minting = jest.spyOn(other.container.get(MintKey), 'execute');
      minting.mockImplementation(({ scope }) => Promise.reject(new Error(`killed at ${scope}`)));
      await expect(loadDemo(other.dataSource, other.container)).rejects.toThrow('killed at full');
      minting.mockRestore();
      expect(Object.values(await rowCounts(other)).every((n) => n === 0)).toBe(true);
      expect((await loadDemo(other.dataSource, other.container)).keys).not.toBeNull();
    } finally {
      await other.stop();
    }
  });
});


describe('the seed', () => {
  const now = at('2026-03-02T15:00:00.000Z');

  test('and the time decide every row', () => {
    expect(demoData('one', now)).toEqual(demoData('one', now));
  });

  test('of another name gives other rows', () => {
    expect(demoData('other', now).customers[0]).not.toEqual(demoData('one', now).customers[0]);
  });

  test.each(['2026-01-01T00:00:00.000Z', '2027-11-07T05:30:00.000Z', '2040-02-29T23:59:59.999Z'])('fits any time: %s', (time) => {
    const { staff, customers, leads, leadTimelines, vehicles, conversations, messages, jobs, tasks } = demoData('one', at(time));
    const all = [staff, customers, leads, leadTimelines, vehicles, conversations, messages, jobs, tasks];
    const ids = all.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeLessThan(19_900);
    expect(all.flat().every(({ createdAt }) => createdAt <= time)).toBe(true);
    expect(jobs.every(({ actualStart, actualEnd }) => (actualStart ?? '') <= time && (actualEnd ?? '') <= time)).toBe(true);
    expect(tasks.every(({ closedAt }) => (closedAt ?? '') <= time)).toBe(true);
  });
});

describe('over the API', () => {
  // Every answer that is read here is held against the published document.
  test.each([
    ['lead', '/leads', 'leads where deleted_at is null'],
    ['customer', '/customers', 'customers'],
    ['vehicle', '/vehicles', 'vehicles'],
    ['task', '/tasks?status=all', 'tasks'],
  ])('every %s is answered once, in the published shape', async (_, path, rows) => {
    const records = (await pages(path)).flatMap(({ data }) => data);
    expect(records).toHaveLength(await found(rows));
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  test('the totals of the tasks are what a count finds', async () => {
    const people = await service.sql<{ id: string }>('select user_id as id from staff');
    const threads = await service.sql<{ id: string }>(
      'select conversation_id as id from tasks where conversation_id is not null group by 1 order by count(*) desc limit 3',
    );
    const lists = [
      ['status=open', `status = 'open'`],
      ['status=done', `status <> 'open'`],
      ['status=all', 'true'],
      ['overdue=true', `status = 'open' and due_at < '${service.clock.now()}'`],
    ] as const;
    const narrowings: (readonly [string, string])[] = [
      ['', 'true'],
      ...people.map(({ id }) => [`&assigned_to=${id}`, `assigned_to = '${id}'`] as const),
      ...threads.map(({ id }) => [`&conversation_id=${id}`, `conversation_id = '${id}'`] as const),
    ];
    for (const [query, condition] of narrowings) {
      for (const [list, status] of lists) {
        const { meta } = (await api.get(`/tasks?limit=1&${list}${query}`)).body as Page;
        expect([list, query, meta.total]).toEqual([list, query, await found(`tasks where ${condition} and ${status}`)]);
      }
    }
  });

  test('tasks name their thread’s contact and their assignee', async () => {
    const tasks = (await pages('/tasks?status=all')).flatMap(({ data }) => data);
    for (const [id, name] of [['conversation', 'conversation_label'], ['assigned_to', 'assignee_name']] as const) {
      const linked = tasks.filter((task) => task[id] !== null);
      expect(linked.length).toBeGreaterThan(500);
      expect(linked.filter((task) => !task[name])).toEqual([]);
    }
  });

  test('a task can be finished, and the totals follow', async () => {
    const [task] = (await api.get('/tasks?limit=1')).body.data as { id: string }[];
    const total = async (): Promise<number> => ((await api.get('/tasks?limit=1')).body as Page).meta.total ?? NaN;
    const before = await total();
    expect((await api.post(`/tasks/${task?.id}`, { complete: true })).status).toBe(200);
    expect(await total()).toBe(before - 1);
    expect((await api.post(`/tasks/${task?.id}`, { reopen: true })).status).toBe(200);
    expect(await total()).toBe(before);
  });
});
