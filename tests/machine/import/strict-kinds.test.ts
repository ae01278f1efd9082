import { importRows } from '../../support/importing.js';
import { IMPORT_KINDS } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

/** All records of a kind in the shop, together with all stored counts of the shop. */
function stored(record: string): Promise<unknown[]> {
  return service.sql(
    `select (select jsonb_agg(to_jsonb(t) order by t.id) from ${record} t where t.shop_id = $1) as records,
      (select jsonb_object_agg(n.list || n.bucket, n.n) from (
        select c.list, c.bucket, sum(c.n) as n from record_counts c where c.shop_id = $1 group by 1, 2 having sum(c.n) <> 0
      ) n) as counts`,
    [shop.id],
  );
}

describe.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))(
  'a strict import of %s',
  (_, { name, record: { name: table }, examples, resolve: { partOf } }) => {
    it('stores nothing with a bad line, then all rows, then the changed rows', async () => {
      // For service tiers, one of the rows is stored already, because the example of a service contains it.
      const landed = partOf ? { created: 1, updated: 1 } : { created: 2, updated: 0 };
      const before = await stored(table);
      const bad = [...examples, { ...examples[0], [partOf ? 'vehicle_size' : 'created_at']: 'huge' }];
      expect(await importRows(service, shop, name, bad, { strict: true })).toMatchObject({ created: 0, updated: 0, skipped: 1 });
      expect(await importRows(service, shop, name, examples, { dryRun: true })).toMatchObject(landed);
      expect(await stored(table)).toEqual(before);
      expect(await importRows(service, shop, name, examples, { strict: true })).toMatchObject({ ...landed, errors: [] });
      const after = await stored(table);
      expect(await importRows(service, shop, name, examples, { strict: true })).toMatchObject({
        unchanged: 2,
        created: 0,
        updated: 0,
      });
      expect(await stored(table)).toEqual(after);
      if (partOf) return;
      const moved = examples.map((row) => ({ external_id: row['external_id'], created_at: '2020-01-01T00:00:00Z' }));
      expect(await importRows(service, shop, name, moved, { strict: true })).toMatchObject({ updated: 2, errors: [] });
      expect(
        await service.sql(`select count(*)::int as n from ${table} where shop_id = $1 and created_at = '2020-01-01T00:00:00Z'`, [
          shop.id,
        ]),
      ).toEqual([{ n: 2 }]);
    });
  },
);
