import { jest } from '@jest/globals';
import { ImportStore, type ImportBatch, type ImportSession } from '../../../application/transfer/import-store.js';
import type { Answer } from '../../support/api.js';
import { importRows, type Row } from '../../support/importing.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ poolSize: 12 });
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const email = (index: number): string => `c${index}@example.com`;
const customer = (index: number, part: Row = {}): Row => ({
  external_id: `C-${index}`,
  name: `N${index}`,
  email: email(index),
  ...part,
});

it('an import and simultaneous API calls with the same addresses create each customer once, and all are counted', async () => {
  const rows = Array.from({ length: 4000 }, (_, index) => customer(index));
  const importing = importRows(service, shop, 'customers', rows);
  const post = async (index: number): Promise<Answer> => {
    const body = { name: 'By the API', email: email(index * 33 + (index % 5)) };
    const answer = await shop.full.send('POST', '/api/v1/customers', {
      headers: { 'idempotency-key': `customer-${index}` },
      body,
    });
    return answer.status === 503 ? post(index) : answer; // a busy machine refuses some, and a client then tries again
  };
  const posted = await Promise.all(Array.from({ length: 120 }, (_, index) => post(index)));
  const { created, skipped, errors } = await importing;
  const won = posted.filter(({ status }) => status === 201);
  expect(posted.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
  expect([created + skipped, skipped]).toEqual([4000, won.length]);
  const holders = new Map(won.map(({ body }) => [body.data.email as string, body.data.id as string]));
  expect(errors.map(({ value, reason }) => [value, reason]).sort()).toEqual(
    [...holders].map(([value, id]) => [value, `this email already belongs to a customer (existing id: ${id})`]).sort(),
  );
  const args = { limit: 1 };
  expect((await shop.full.tool('customers.list', args)).structuredContent).toMatchObject({ total: 4000 });
});

it('an import keeps simultaneous changes by the API in columns that the file lacks', async () => {
  const count = 60;
  await importRows(
    service,
    shop,
    'customers',
    Array.from({ length: count }, (_, index) => customer(index)),
  );
  const ids = (await service.sql<{ id: string }>('select id from customers where shop_id = $1 order by id', [shop.id])).map(
    ({ id }) => id,
  );
  const patch = async (id: string): Promise<number> => {
    const { status } = await shop.full.patch(`/customers/${id}`, { tags: ['patched'] });
    return status === 503 ? patch(id) : status; // a busy machine refuses some, and a client then tries again
  };
  const patches = ids.map(patch);
  const importing = Array.from({ length: 4 }, async (_, round) => {
    const rows = Array.from({ length: count }, (__, index) => ({ external_id: `C-${index}`, city: `City ${round}` }));
    return importRows(service, shop, 'customers', rows);
  });
  const statuses = await Promise.all(patches);
  await Promise.all(importing);
  expect(statuses).toEqual(Array(count).fill(200));
  const stored = await service.sql<{ tags: string[]; city: string }>('select tags, city from customers where shop_id = $1', [
    shop.id,
  ]);
  expect(stored.filter(({ tags, city }) => tags[0] !== 'patched' || !city.startsWith('City '))).toEqual([]);
});

it('imports of kinds that refer to each other can run at once', async () => {
  await importRows(
    service,
    shop,
    'customers',
    Array.from({ length: 50 }, (_, index) => customer(index)),
  );
  const customers = Array.from({ length: 2000 }, (_, index) => customer(index % 50, { city: `City ${index}` }));
  const vehicles = Array.from({ length: 2000 }, (_, index) => ({
    external_id: `V-${index}`,
    customer_external_id: `C-${index % 50}`,
    make: 'Ford',
  }));
  const [one, other] = await Promise.all([
    importRows(service, shop, 'customers', customers),
    importRows(service, shop, 'vehicles', vehicles),
  ]);
  expect([one.updated, other.created, one.skipped + other.skipped]).toEqual([2000, 2000, 0]);
});

it('a record that others make between the look-ups of an import is found, and not refused as the holder of its own address', async () => {
  const store = service.container.get(ImportStore);
  const run = store.run.bind(store);
  const making = jest
    .spyOn(store, 'run')
    .mockImplementationOnce((given, work) => run(given, (session) => work(interrupted(session))));
  let made: Promise<unknown> | null = null;
  function interrupted(session: ImportSession): ImportSession {
    const put = (): Promise<unknown> => shop.full.put('/customers/by-external-id/C-1', { name: 'N1', email: email(1) });
    const after = async <T>(found: Promise<T>): Promise<T> => {
      const rows = await found;
      await (made ??= put());
      return rows;
    };
    const lookUps = (batch: ImportBatch): Pick<ImportBatch, 'existing' | 'holders'> => ({
      existing: (...wanted) => after(batch.existing(...wanted)),
      holders: (...wanted) => after(batch.holders(...wanted)),
    });
    const batch: ImportSession['batch'] = (work) => session.batch((one) => work(Object.assign(Object.create(one), lookUps(one))));
    return Object.assign(Object.create(session), { batch });
  }
  const result = await importRows(service, shop, 'customers', [customer(1, { city: 'Reno' })], { strict: true });
  making.mockRestore();
  expect(result).toMatchObject({ created: 0, updated: 1, skipped: 0, errors: [] });
});
