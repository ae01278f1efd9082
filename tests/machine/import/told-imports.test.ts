import { ImportFiles } from '../../support/import-files.js';
import { importRows, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let files: ImportFiles;

beforeAll(async () => {
  service = await sharedTestService();
  files = await ImportFiles.open();
});
afterAll(async () => {
  await files.close();
  await service.stop();
});
beforeEach(async () => {
  shop = await service.shop();
});

interface Told {
  readonly type: string;
  readonly data: Row;
  readonly cause: Row;
}

const told = (): Promise<Told[]> =>
  service.sql('select type, data, cause from outbox where shop_id = $1 order by created_at, id', [shop.id]);
const ROWS = [
  { external_id: 'a', name: 'Ada', phone: '6135550142' },
  { external_id: 'b', name: 'Bo', phone: '12' },
];

it('is told by one event with the kind, the counts and the start, also when it changed nothing', async () => {
  const startedAt = service.clock.now();
  await importRows(service, shop, 'customers', ROWS);
  await importRows(service, shop, 'customers', [{ external_id: 'a', city: 'Ottawa' }]);
  await importRows(service, shop, 'customers', [{ external_id: 'a', city: 'Ottawa' }]);
  const data = { kind: 'customers', started_at: startedAt };
  expect((await told()).map((event) => [event.type, event.data])).toEqual([
    ['records.imported', { ...data, created: 1, updated: 0 }],
    ['records.imported', { ...data, created: 0, updated: 1 }],
    ['records.imported', { ...data, created: 0, updated: 0 }],
  ]);
  expect((await told())[0]?.cause).toMatchObject({ operation: 'customers.import', key_id: null });
});

it('is not told when it stores nothing: in a dry run, or with a refused line in strict mode', async () => {
  await importRows(service, shop, 'customers', ROWS, { dryRun: true });
  await importRows(service, shop, 'customers', ROWS, { strict: true });
  expect(await told()).toEqual([]);
  await importRows(service, shop, 'customers', ROWS.slice(0, 1), { strict: true });
  expect((await told()).map(({ data }) => data['created'])).toEqual([1]);
});

it('is told once when it goes on after an interruption, with the counts of the whole file and its first start', async () => {
  const startedAt = service.clock.now();
  const lines = Array.from({ length: 1001 }, (_, index) => `C-${index},Dana,c${index}@example.com`);
  const file = ['external_id,name,email', ...lines, ''].join('\n');
  let batches = 0;
  const beforeCommit = (): Promise<void> => ((batches += 1) === 2 ? Promise.reject(new Error('dies')) : Promise.resolve());
  await expect(files.bring(service, shop, 'customers', file, { beforeCommit })).rejects.toThrow('dies');
  expect(await told()).toEqual([]);
  service.clock.pass(60_000);
  await files.bring(service, shop, 'customers', file);
  expect((await told()).map(({ data }) => data)).toEqual([
    { kind: 'customers', created: 1001, updated: 0, started_at: startedAt },
  ]);
});
