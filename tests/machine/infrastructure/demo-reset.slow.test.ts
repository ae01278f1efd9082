import { randomUUID } from 'node:crypto';
import { FileStorage } from '../../../application/areas/media/file-storage.js';
import type { MediaFileId, ShopId } from '../../../domain/shared/id.js';
import { loadDemo, type LoadedDemo } from '../../../infrastructure/demo-data/load-demo.js';
import { deleteShops, resetDemo } from '../../../infrastructure/demo-data/reset-demo.js';
import { DEMO_SHOPS } from '../../../infrastructure/demo-data/demo-shops.js';
import { SMALL, type DemoSize } from '../../../infrastructure/demo-data/sizes.js';
import { useOf } from '../../../infrastructure/modules/use.js';
import { chunksOf } from '../../support/chunks.js';
import { FEW } from '../../support/demo.js';
import { fillShop } from '../../support/records.js';
import { tables } from '../../support/registry.js';
import { rowCounts } from '../../support/row-counts.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

/** A size with several blocks, as `large` has, but with so few records that it loads quickly. */
const LARGER: DemoSize = {
  name: 'large',
  blocks: 3,
  counts: { customers: 50, leads: 400, today: 30, sounds: 2 },
};
/** The leads of that size: 400 in each block, and those of the stories of today and of the stories that are told once. */
const LEADS = 3 * (400 + 5 + 2);
const DEMO_IDS = DEMO_SHOPS.map(({ id }) => id);

let service: TestService;

const load = (size: DemoSize = FEW) => loadDemo(service.dataSource, useOf(service.container), size);
const reset = (size: DemoSize = FEW) => resetDemo(service.dataSource, useOf(service.container), size);

/** All rows of a shop, as they are stored. */
async function contentsOf(shop: string): Promise<Record<string, unknown[]>> {
  const owned = tables
    .map(({ options }) => options)
    .filter(({ columns }) => 'shopId' in columns)
    .map(({ tableName, name }) => tableName ?? name);
  const rows = await Promise.all(
    owned.map((table) => service.sql<object>(`select t.* from ${table} t where t.shop_id = $1 order by t::text`, [shop])),
  );
  return Object.fromEntries(owned.map((table, index) => [table, rows[index] ?? []]));
}

async function ofFirst(table: string): Promise<number> {
  const [row] = await service.sql<{ n: number }>(`select count(*) as n from ${table} where shop_id = $1`, [DEMO_IDS[0]]);
  return row?.n ?? NaN;
}

describe('a reset of the demo', () => {
  beforeEach(async () => {
    service = await startTestService();
  });
  afterEach(() => service.stop());

  test('deletes the demo shops with all their records, and creates them again with new keys', async () => {
    const before = await load();
    const untouched = await rowCounts(service);
    const api = service.as(before.keys?.full ?? null);
    const lead = (await api.post('/leads', { name: 'Somebody' }, { 'idempotency-key': 'once' })).body.data.id as string;
    const [job] = (await api.get('/jobs?stage=ready')).body.data as { id: string }[];
    await api.patch(`/jobs/${job?.id}`, { stage: 'completed' });
    expect(await rowCounts(service)).not.toEqual(untouched);
    const after = await reset();
    expect(await rowCounts(service)).toEqual(untouched);
    expect(after.keys).not.toBeNull();
    expect(after.keys).not.toEqual(before.keys);
    const again = service.as(after.keys?.full ?? null);
    expect((await again.get(`/leads/${lead}`)).status).toBe(404);
    expect((await again.get(`/jobs/${job?.id}`)).body.data.stage).toBe('ready');
  });

  test('creates a demo in an empty database, and none if there are only other shops', async () => {
    expect((await reset()).keys).not.toBeNull();
    await deleteShops(service.dataSource, service.container.get(FileStorage), DEMO_IDS);
    await service.shop();
    await expect(reset()).rejects.toThrow('other shops but no demo');
    expect(await service.sql('select id from shops where id = any($1)', [DEMO_IDS])).toEqual([]);
  });

  test('continues when it is repeated after a failure', async () => {
    await load();
    // The trigger makes the reset fail midway: it refuses deletes in a table that refers to jobs.
    await service.sql(
      'create table notes (shop_id uuid not null, job_id uuid not null, foreign key (shop_id, job_id) references jobs (shop_id, id))',
    );
    await service.sql('insert into notes select shop_id, id from jobs limit 1');
    await service.sql("create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$");
    await service.sql('create trigger refused before delete on notes for each row execute function refuse()');
    await expect(reset()).rejects.toThrow('not now');
    await service.sql('drop trigger refused on notes');
    expect((await reset()).keys).not.toBeNull();
    expect(await service.sql('select * from notes')).toEqual([]);
  });

  test('replaces the small size by a larger one, which a load refuses to do', async () => {
    await load();
    const before = await rowCounts(service);
    await expect(load({ ...LARGER, blocks: 30 })).rejects.toThrow(/^a demo smaller than large is loaded: reset --size large /);
    expect(await rowCounts(service)).toEqual(before);
    await reset(LARGER);
    expect(await ofFirst('leads')).toBe(LEADS);
  });
});

describe('a reset of the demo beside another shop', () => {
  let other: TestShop;
  let before: Record<string, unknown[]>;
  let storage: FileStorage;
  const file = randomUUID() as MediaFileId; // a UUID is an id

  beforeAll(async () => {
    service = await startTestService();
    other = await service.shop();
    await fillShop(service, other);
    before = await contentsOf(other.id);
    await load();
    storage = service.container.get(FileStorage);
    const shops: readonly ShopId[] = [...DEMO_IDS, other.id];
    for (const shop of shops) await storage.put(shop, file, chunksOf('a recording', 100)(0));
    expect((await reset()).keys).not.toBeNull();
  });
  afterAll(() => service.stop());

  test('changes nothing in other shops', async () => {
    expect(await contentsOf(other.id)).toEqual(before);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(15);
  });

  test('deletes the files of the demo shops, and no file of another shop', async () => {
    for (const shop of DEMO_IDS) expect(await storage.read(shop, file)).toBeNull();
    expect(await storage.read(other.id, file)).not.toBeNull();
  });
});

describe('the larger size of the demo', () => {
  let loaded: LoadedDemo['loaded'];

  beforeAll(async () => {
    service = await startTestService();
    ({ loaded } = await load(LARGER));
  });
  afterAll(() => service.stop());

  test('has many times the records in the first shop, linked and counted like the others', async () => {
    expect([await ofFirst('leads'), await ofFirst('conversations'), await ofFirst('tasks')]).toEqual([LEADS, 492, 177]);
    expect(loaded?.records).toBeGreaterThan(5000);
    const api = await service.key(DEMO_IDS[0]!);
    for (const [tool, rows] of [
      ['tasks.list', `tasks where status = 'open' and`],
      ['customers.list', 'customers where'],
      ['services.list', 'services where'],
    ] as const) {
      const [row] = await service.sql<{ n: number }>(`select count(*) as n from ${rows} shop_id = $1`, [DEMO_IDS[0]]);
      expect((await api.tool(tool, { limit: 1 })).structuredContent.total).toBe(row?.n);
    }
    const numbers = await service.sql<{ number: number }>('select number from jobs where shop_id = $1', [DEMO_IDS[0]]);
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(await ofFirst('jobs'));
    expect(numbers.length).toBeGreaterThan(150);
  });

  test('is left unchanged by every further load', async () => {
    const before = await rowCounts(service);
    for (const size of [SMALL, LARGER]) expect(await load(size)).toMatchObject({ keys: null, loaded: null });
    expect(await rowCounts(service)).toEqual(before);
  });
});
