import { importRows } from '../../support/importing.js';
import { IMPORT_KINDS } from '../../support/registry.js';
import { sharedTestService, type TestService } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';
import { unboundTables } from '../../support/sql-tenancy.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

it.each([
  ['in batches', {}],
  ['all or nothing', { strict: true }],
  ['dry', { dryRun: true }],
] as const)(
  'every statement of an import %s is bound to the shop, except copies, whose rows name it, and analyze, which returns no row',
  async (_, options) => {
    const shop = await service.shop();
    const columns = await service.sql<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'shop_id'`,
    );
    const owned = new Set(columns.map(({ name }) => name));
    const tap = new SqlTap();
    try {
      for (const { name, examples } of IMPORT_KINDS) {
        await importRows(service, shop, name, examples);
        const changed = examples.map((row) => ({ ...row, created_at: '2020-01-01T00:00:00Z' }));
        await importRows(service, shop, name, name === 'service-tiers' ? examples : changed, options);
      }
    } finally {
      tap.close();
    }
    const statements = tap.statements.filter(({ text }) => !/^(copy|create temporary table|analyze) /.test(text));
    const unbound = statements.map((statement) => ({ text: statement.text, unbound: unboundTables(statement, shop.id, owned) }));
    expect(unbound.filter(({ unbound: tables }) => tables.length > 0)).toEqual([]);
    expect(statements.length).toBeGreaterThan(40);
  },
);
