import { findings, KEYS_LOOKED_UP, NONE, ONE_SHOP_HAS, oneLine, ownedTables } from '../support/bound-statements.js';
import { operationsUnderTest } from '../support/entry-point-suites.js';
import { exerciseEverything } from '../support/exercise-everything.js';
import { fillShop, type ShopRecords } from '../support/records.js';
import { operations } from '../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../support/service.js';
import { SqlTap } from '../support/sql-tap.js';
import { unboundTables } from '../support/sql-tenancy.js';

/** Tables that belong to no shop. Reports are in `call_reports` as long as nobody knows whose call they are about. */
const GLOBAL = ['call_reports', 'calls_caught_up', 'migrations', 'outgoing_pauses', 'shops', 'texts_caught_up', 'vin_decodes'];

let service: TestService;
let shop: TestShop;
let records: ShopRecords;
let foreign: ShopRecords;
let owned: ReadonlySet<string>;

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
  foreign = await fillShop(service, await service.shop());
  owned = await ownedTables(service);
});
afterAll(() => service.stop());

it('every table but a few named ones has an owner', async () => {
  const all = await service.sql<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
  expect(
    all
      .map(({ name }) => name)
      .filter((name) => !owned.has(name))
      .sort(),
  ).toEqual(GLOBAL);
});

it('every statement on a shop-owned table is bound to the shop of the key', async () => {
  // The instance does not remember this new key, so the statement that looks it up is recorded, too.
  const api = await service.key(shop.id);
  const tap = new SqlTap();
  try {
    await exerciseEverything(api, records, foreign);
  } finally {
    tap.close();
  }
  const { unused, ...found } = findings(tap, shop.id, owned, [...KEYS_LOOKED_UP, ...ONE_SHOP_HAS]);
  expect({ ...found, unused: operationsUnderTest.length < operations.length ? [] : unused }).toEqual(NONE);
  expect(new Set(tap.statements.map(oneLine)).size).toBeGreaterThan(operationsUnderTest.length);
});

describe('the check of statements', () => {
  const us = 'our-shop';
  const check = (text: string, ...values: unknown[]): string[] => unboundTables({ text, values }, us, owned);

  it.each([
    ['no shop at all', 'select * from leads t where t.id = $1', ['x']],
    ['another shop', 'select * from leads t where t.shop_id = $1', ['theirs']],
    ['a shop that is not a parameter', `select * from leads t where t.shop_id = 'our-shop'`, []],
    ['the shop in another place', 'select * from leads t where t.id = $1 and t.shop_id = $2', [us, 'theirs']],
    ['an update of one record by its id', 'update leads t set name = $1 where t.id = $2', [us, 'x']],
    ['a delete', 'delete from leads where id = $1', ['x']],
    ['an insert that names another shop', 'insert into leads (shop_id, id) values ($1, $2)', ['theirs', 'x']],
    ['an insert whose shop is read elsewhere', 'insert into leads (shop_id, id) select s.id, $2 from shops s', [us, 'x']],
    ['an insert without a shop', 'insert into leads (id) values ($1)', [us]],
    ['a second table in a list', 'select * from tasks t, leads l where t.shop_id = $1', [us]],
    ['a sub-select', 'select (select count(*) from leads) from tasks t where t.shop_id = $1', [us]],
    [
      'a sub-select with the alias of a bound use',
      'select 1 from leads t where t.shop_id = $1 and exists (select from leads t where t.id = $2)',
      [us, 'x'],
    ],
    [
      'a sub-select in a list of columns',
      'select (select count(*) from leads t where t.id = $2) from tasks t where t.shop_id = $1',
      [us, 'x'],
    ],
    ['a part of a union', 'select id from tasks t where t.shop_id = $1 union all select id from leads t', [us]],
    [
      'a common table expression',
      'with l as (select t.id from leads t) select 1 from tasks t join l on l.id = t.id where t.shop_id = $1',
      [us],
    ],
    [
      'one of two joins by the same name',
      'select 1 from (select 1 from leads t where t.shop_id = $1) a, (select 1 from leads t) b',
      [us],
    ],
    ['a condition under an or', 'select 1 from leads t where t.shop_id = $1 or t.id = $2', [us, 'x']],
    ['a condition under a not', 'select 1 from leads t where not (t.shop_id = $1)', [us]],
    ['another comparison', 'select 1 from leads t where t.shop_id <> $1', [us]],
    ['the outer side of a join', 'select 1 from leads l left join tasks t on t.shop_id = l.shop_id and t.shop_id = $1', [us]],
    ['the condition of an outer join alone', 'select 1 from leads l left join shops s on l.shop_id = $1', [us]],
    ['a delete that uses another table', 'delete from tasks t using leads l where t.shop_id = $1 and l.id = t.id', [us]],
    ['an update from another table', 'update tasks t set title = l.name from leads l where t.shop_id = $1', [us]],
    ['an update that moves a record to another shop', 'update leads t set shop_id = $2 where t.shop_id = $1', [us, 'theirs']],
    ['an insert with one row of two', 'insert into leads (shop_id, id) values ($1, $2), ($3, $4)', [us, 'x', 'theirs', 'y']],
    ['an insert from another shop', 'insert into outbox (shop_id, id) select $1, l.id from leads l', [us]],
    ['a cursor', 'declare c no scroll cursor for select 1 from leads t', []],
    ['a copy', 'copy leads (shop_id, id) from stdin', []],
    ['a truncate', 'truncate leads', []],
  ] as const)('reports %s', (_, text, values) => {
    expect(new Set(check(text, ...values))).toContain('leads');
  });

  it('reports a join that is not bound', () => {
    expect(check('select * from tasks t left join staff s on s.user_id = t.assigned_to where t.shop_id = $1', us)).toEqual([
      'staff',
    ]);
  });

  it.each([
    ['a bound select', 'select t."from" as "from" from lead_timeline t where t.shop_id = $1'],
    ['a bound select without an alias', 'select fingerprint from idempotency_keys where shop_id = $1 and key = $2'],
    [
      'a chain of joins',
      'select 1 from (tasks t left join conversations c on c.shop_id = t.shop_id left join leads l on l.shop_id = c.shop_id) where t.shop_id = $1',
    ],
    [
      'a sub-select that is bound by the level around it',
      'select 1 from tasks t where t.shop_id = $1 and exists (select from leads l where l.shop_id = t.shop_id)',
    ],
    [
      'a sub-select whose rows are joined by their shop',
      'select 1 from tasks t left join (select l.* from leads l where true) x on x.shop_id = t.shop_id where t.shop_id = $1',
    ],
    [
      'a common table expression of its own',
      'with l as (select t.shop_id, t.id from leads t where t.shop_id = $1) select 1 from tasks t join l on l.shop_id = t.shop_id',
    ],
    ['each part of a union', 'select id from tasks t where t.shop_id = $1 union all select id from leads t where t.shop_id = $1'],
    ['a cast', 'select 1 from leads t where t.shop_id = $1::uuid'],
    ['a bound insert', 'insert into leads (shop_id, id) values ($1, $2)'],
    [
      'a bound insert from a select',
      'insert into outbox (shop_id, id) select $1, e.id from stored, jsonb_to_recordset($2::jsonb) as e (id uuid)',
    ],
  ])('accepts %s', (_, text) => {
    expect(check(text, us)).toEqual([]);
  });
});
