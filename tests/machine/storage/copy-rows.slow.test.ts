import { randomUUID } from 'node:crypto';
import { customerTable } from '../../../adapters/areas/customers/customer.entity.js';
import { withoutLimits } from '../../../adapters/areas/data-source.js';
import { Database } from '../../../adapters/storage/database.js';
import { outboxTable } from '../../../adapters/storage/outbox/outbox.entity.js';
import type { Table } from '../../../adapters/storage/tables/table.js';
import { copyRows } from '../../../adapters/storage/transfer/copy-rows.js';
import { eventually } from '../../support/eventually.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let database: Database;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  database = service.container.get(Database);
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

function customer(part: object = {}): object {
  return {
    ...{ shopId: shop.id, id: randomUUID(), name: 'Dana', email: null, phone: null, city: null, region: null, postalCode: null },
    ...{ tags: [], isVip: false, consentSource: 'unknown', consentCapturedAt: null, consentNote: null },
    ...{ searchText: '', tagKeys: [], metadata: {}, externalId: null, origin: 'service' },
    ...{ createdAt: '2026-03-02T15:00:00.120Z', version: 1, ...part },
  };
}

const store = (table: Table, rows: Iterable<object> | AsyncIterable<object>): Promise<number> =>
  database.onTransaction((client) => copyRows(client, table, rows));
const copy = (rows: Iterable<object> | AsyncIterable<object>): Promise<number> =>
  withoutLimits(service.dataSource, (patient) => database.longTransaction(patient, () => store(customerTable, rows))); // without a time limit, because there are many rows

function names(): Promise<{ name: string }[]> {
  return service.sql('select name from customers where shop_id = $1 order by name', [shop.id]);
}

describe('a copied row stays the same', () => {
  test.each([
    ['tab and line breaks', 'one\ttwo\nthree\r\nfour'],
    ['backslashes', String.raw`C:\new\table \N \.`],
    ['the sign for null', String.raw`\N`],
    ['the end of the data', '\n\\.\n'],
    ['quotes', `"O'Connor", {x}`],
    ['all scripts', 'Олена 美玲 Zoë 🙏'],
    ['an empty text', ''],
  ])('with %s', async (_, text) => {
    expect(await copy([customer({ name: text, tags: [text, 'null', 'b,c'] })])).toBe(1);
    expect(await service.sql('select name, tags from customers where shop_id = $1', [shop.id])).toEqual([
      { name: text, tags: [text, 'null', 'b,c'] },
    ]);
  });

  test('with null, booleans, numbers and times', async () => {
    await copy([customer({ name: null, isVip: true, version: 7 })]);
    expect(
      await service.sql('select name, is_vip, tags, version, created_at from customers where shop_id = $1', [shop.id]),
    ).toEqual([{ name: null, is_vip: true, tags: [], version: 7, created_at: '2026-03-02T15:00:00.120Z' }]);
  });

  test('with JSON', async () => {
    const data = { text: 'a "b" \\ \n', list: [1, null, { x: 'é' }] };
    const event = { type: 'ping', data, cause: {}, createdAt: '2026-03-02T15:00:00.000Z', relayedAt: null, number: null };
    const row = { shopId: shop.id, id: randomUUID(), ...event };
    await database.transaction(() => store(outboxTable, [row]));
    expect(await service.sql('select data from outbox where id = $1', [row.id])).toEqual([{ data }]);
    // No event has such data, so the test service would report this row when it stops.
    await service.sql('delete from outbox where id = $1', [row.id]);
  });
});

describe('a copy that fails', () => {
  test('stores nothing if the source of rows fails midway', async () => {
    function* breaking(): Iterable<object> {
      for (let index = 0; index < 2000; index += 1) yield customer();
      throw new Error('the file ends here');
    }
    await expect(copy(breaking())).rejects.toThrow('the file ends here');
    expect(await names()).toEqual([]);
  });

  test('names the row that lacks one of the columns', async () => {
    await expect(copy([customer({ consentSource: undefined })])).rejects.toThrow(
      'a row for table customers has no consentSource',
    );
  });

  test('rolls back the whole transaction if the database refuses a row', async () => {
    const work = database.transaction(async () => {
      await store(customerTable, [customer({ email: 'a@example.com' })]);
      await store(customerTable, [customer({ email: 'a@example.com' })]);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await names()).toEqual([]);
  });

  test('leaves every connection usable', async () => {
    for (let round = 0; round < 12; round += 1)
      await expect(copy([customer({ version: 'x' })])).rejects.toMatchObject({ code: '22P02' });
    expect(await copy([customer({ name: 'Kim' })])).toBe(1);
    expect(await names()).toEqual([{ name: 'Kim' }]);
  });

  test('is refused outside of a unit of work', async () => {
    await expect(store(customerTable, [customer()])).rejects.toThrow('no unit of work has begun');
  });
});

test('a copy reads rows no faster than the server accepts them', async () => {
  const all = 30_000;
  let taken = 0;
  async function* rows(): AsyncGenerator<object> {
    for (; taken < all; taken += 1) yield await Promise.resolve(customer());
  }
  const runner = service.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('lock table customers in access exclusive mode');
  const copying = copy(rows());
  const waiting = (): Promise<unknown[]> =>
    service.sql(`select 1 from pg_locks where relation = 'customers'::regclass and not granted`);
  await eventually(waiting, (locks) => locks.length > 0);
  // In 1.5 s all rows could be read, if the server did not slow the copy down.
  const held = await eventually(
    () => taken,
    (count) => count >= all,
    1500,
  );
  await runner.commitTransaction();
  await runner.release();
  expect(held).toBeLessThan(10_000);
  expect(await copying).toBe(all);
});
