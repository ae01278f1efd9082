import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { KeyRing } from '../../../application/areas/access/manage-keys.js';
import { CUSTOMERS } from '../../../application/areas/customers/customers.js';
import type { RecordWrites } from '../../../application/transfer/import-store.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DEMO_SHOPS } from '../../../infrastructure/demo-data/demo-shops.js';
import { loadDemo, type LoadedDemo } from '../../../infrastructure/demo-data/load-demo.js';
import { ShopDemo } from '../../../infrastructure/demo-data/shop-demo.js';
import { useOf } from '../../../infrastructure/modules/use.js';
import { FEW } from '../../support/demo.js';
import { rowCounts, rowsOf } from '../../support/row-counts.js';
import { startTestService, type TestService } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let loadedRows: Readonly<Record<string, number>>;
let demo: LoadedDemo;

beforeAll(async () => {
  service = await startTestService();
  demo = await loadDemo(service.dataSource, useOf(service.container));
  loadedRows = await rowCounts(service); // before a test uses a key
});
afterAll(() => service.stop());

async function onAnotherDatabase(work: (other: TestService) => Promise<void>): Promise<void> {
  const other = await startTestService();
  try {
    await work(other);
  } finally {
    await other.stop();
  }
}

describe('the first load of the demo', () => {
  test('creates three shops with at most 20,000 rows in all', async () => {
    const counts = await rowCounts(service);
    expect(rowsOf(counts)).toBeLessThanOrEqual(20_000);
    expect(counts).toMatchObject({
      shops: 3,
      shop_settings: 3,
      api_keys: 2,
      outbox: 0,
      idempotency_keys: 0,
      vin_decodes: 0,
      import_runs: 0,
    });
    expect(demo.loaded?.records).toBeGreaterThan(17_000);
    expect(await service.sql('select id, name, timezone, country, currency from shops order by id')).toEqual([
      { id: demo.shopId, name: 'Northside Auto Care', timezone: 'America/Toronto', country: 'CA', currency: 'CAD' },
      { id: expect.any(String), name: 'Harbour Street Motors', timezone: 'Europe/London', country: 'GB', currency: 'GBP' },
      { id: expect.any(String), name: '青山カーケア', timezone: 'Asia/Tokyo', country: 'JP', currency: 'JPY' },
    ]);
    expect(demo.shops.map(({ id }) => id)).toEqual(DEMO_SHOPS.map(({ id }) => id));
  });

  test('updates the statistics of the query planner', async () => {
    const unknown = await service.sql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and reltuples <= 0
        and relname in ('leads', 'tasks', 'messages', 'jobs', 'invoices', 'calls', 'services', 'record_counts')`,
    );
    expect(unknown).toEqual([]);
  });
});

describe('a further load of the demo', () => {
  test('changes nothing and creates no keys', async () => {
    const before = await rowCounts(service);
    expect(await loadDemo(service.dataSource, useOf(service.container))).toMatchObject({
      shopId: demo.shopId,
      keys: null,
      loaded: null,
    });
    expect(await rowCounts(service)).toEqual(before);
  });

  test('loads once when it runs at the same time as the first', () =>
    onAnotherDatabase(async (other) => {
      const loads = await Promise.all([1, 2, 3].map(() => loadDemo(other.dataSource, useOf(other.container))));
      expect(loads.filter(({ keys }) => keys !== null)).toHaveLength(1);
      expect(await rowCounts(other)).toEqual(loadedRows);
    }));

  test(
    'loads hundreds of blocks in its one transaction',
    () =>
      onAnotherDatabase(async (other) => {
        const blocks = { name: 'large', blocks: 300, counts: { customers: 2, leads: 2, today: 0, sounds: 0 } } as const;
        expect((await loadDemo(other.dataSource, useOf(other.container), blocks)).keys).not.toBeNull();
      }),
    120_000,
  );

  test('starts from nothing after a load that failed at its end', () =>
    onAnotherDatabase(async (other) => {
      const minting = jest.spyOn(other.container.get(KeyRing), 'mint');
      minting.mockImplementation(({ scope }) => Promise.reject(new Error(`killed at ${scope}`)));
      await expect(loadDemo(other.dataSource, useOf(other.container), FEW)).rejects.toThrow('killed at full');
      minting.mockRestore();
      expect(rowsOf(await rowCounts(other))).toBe(0);
      expect((await loadDemo(other.dataSource, useOf(other.container), FEW)).keys).not.toBeNull();
    }));
});

/** All records of each shop. */
function everything(seed: string, now: Instant): readonly RecordWrites[][] {
  return DEMO_SHOPS.map((shop) => {
    const demo = new ShopDemo(shop, now, seed);
    return [...demo.base, ...demo.writesOf(demo.block(1))];
  });
}

/** Returns a digest, because comparing 18,000 rows one by one takes long. */
function digestOf(shops: readonly RecordWrites[][]): string {
  const rows = shops.flat().map(({ record, created }) => [record.name, created]);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

describe('the seed of the demo', () => {
  const now = at('2026-03-02T15:00:00.000Z');

  test('decides every row together with the time', () => {
    expect(digestOf(everything('one', now))).toBe(digestOf(everything('one', now)));
  });

  test('gives other rows under another name', () => {
    const [one, other] = ['one', 'other'].map((seed) =>
      everything(seed, now).map((writes) => writes.find(({ record }) => record === CUSTOMERS)?.created[0]?.after),
    );
    expect(
      other!.every((customer, shop) => customer?.id !== one![shop]?.id && customer?.createdAt !== one![shop]?.createdAt),
    ).toBe(true);
  });

  test.each(['2026-01-01T00:00:00.000Z', '2027-11-07T05:30:00.000Z', '2028-12-27T02:00:00.000Z', '2030-02-28T23:59:59.999Z'])(
    'fits any load time: %s',
    (time) => {
      const shops = everything('one', at(time));
      const all = shops.flat().flatMap(({ created }) => created.map(({ after }) => after));
      const ids = all.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(17_000);
      expect(ids.length).toBeLessThan(19_600);
      const happened = [
        'createdAt',
        'actualStart',
        'actualEnd',
        'closedAt',
        'startedAt',
        'endedAt',
        'leftAt',
        'repliedAt',
        'readAt',
      ];
      const times = all.flatMap((record) => Object.entries(record).filter(([name]) => happened.includes(name)));
      expect(times.length).toBeGreaterThan(ids.length);
      expect(times.filter(([, at]) => at !== null && at > time)).toEqual([]);
    },
  );
});
