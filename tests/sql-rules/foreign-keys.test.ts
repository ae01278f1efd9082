import { fillShop, type ShopRecords } from '../support/records.js';
import { sharedTestService, type TestService, type TestShop } from '../support/service.js';

interface ForeignKey {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targets: readonly string[];
}

const FOREIGN_KEYS = `select c.conname as name, c.conrelid::regclass::text as table, c.confrelid::regclass::text as target,
    (select json_agg(a.attname order by k.ord) from unnest(c.conkey) with ordinality k (n, ord)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n) as columns,
    (select json_agg(a.attname order by k.ord) from unnest(c.confkey) with ordinality k (n, ord)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n) as targets
  from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 2, 1`;

/** Lists primary keys and unique indexes, each with its first column. */
const UNIQUE = `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as index,
    (select a.attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = i.indkey[0]) as first
  from pg_index i join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace order by 1, 2`;

const GLOBAL: ReadonlySet<string> = new Set([
  'migrations',
  'shops',
  'api_keys',
  'vin_decodes',
  'texts_caught_up',
  'outgoing_pauses',
  'call_reports',
  'calls_caught_up',
]);

let service: TestService;
let shop: TestShop;
let other: TestShop;
let foreign: ShopRecords;
let foreignKeys: readonly ForeignKey[];

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  other = await service.shop();
  await fillShop(service, shop);
  foreign = await fillShop(service, other);
  foreignKeys = await service.sql<ForeignKey>(FOREIGN_KEYS);
});
afterAll(() => service.stop());

const composite = (): readonly ForeignKey[] => foreignKeys.filter(({ target }) => target !== 'shops');

it('every key of a shop-owned table begins with the shop', async () => {
  const keys = await service.sql<{ table: string; index: string; first: string }>(UNIQUE);
  expect(keys.filter(({ table, first }) => !GLOBAL.has(table) && first !== 'shop_id')).toEqual([]);
  expect(keys.length).toBeGreaterThan(12);
});

it('both sides of every foreign key begin with the shop', () => {
  expect(composite().length).toBeGreaterThan(12);
  expect(
    composite().filter(({ columns, targets }) => columns[0] !== 'shop_id' || targets[0] !== 'shop_id' || columns.length !== 2),
  ).toEqual([]);
  expect(foreignKeys.filter(({ target, columns }) => target === 'shops' && columns.join() !== 'shop_id')).toEqual([]);
});

it('a foreign key refuses a reference to a row of another shop', async () => {
  for (const { name, table, columns, target, targets } of composite()) {
    const [column, aimed] = [columns[1], targets[1]];
    // The rows refer to rows of the same shop. The test tries to make them refer to a row of the other shop.
    const [theirs] = await service.sql<{ id: string }>(`select "${aimed}" as id from ${target} where shop_id = $1 limit 1`, [
      other.id,
    ]);
    const own = await service.sql(`select 1 from ${table} where shop_id = $1`, [shop.id]);
    expect({ name, rows: own.length > 0, theirs: theirs !== undefined }).toEqual({ name, rows: true, theirs: true });
    // Rows that refer to something already are preferred: a check may forbid the reference in other rows.
    const referring = await service.sql(`select 1 from ${table} where shop_id = $1 and "${column}" is not null`, [shop.id]);
    const preferred = referring.length > 0 ? `and "${column}" is not null` : '';
    const move = service.sql(`update ${table} set "${column}" = $2 where shop_id = $1 ${preferred}`, [shop.id, theirs?.id]);
    await expect(move).rejects.toMatchObject({ code: '23503', constraint: name });
  }
});

it('a row cannot move to another shop while it refers to records of its own shop', async () => {
  const move = service.sql('update tasks set shop_id = $2 where shop_id = $1', [shop.id, other.id]);
  await expect(move).rejects.toMatchObject({ code: '23503' });
  expect((await other.full.get(`/tasks/${foreign.task}`)).status).toBe(200);
});
