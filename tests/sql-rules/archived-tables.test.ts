import pg from 'pg';
import { archivedTables, LEFT_OUT, type ArchivedTable } from '../../adapters/storage/archive/archived-tables.js';
import { foreignKeysOf, type ForeignKey } from '../../adapters/storage/distribution/catalog.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';

let database: TestDatabase;
let tables: readonly ArchivedTable[];
let keys: readonly ForeignKey[];
let ofShops: readonly string[];

beforeAll(async () => {
  database = await cloneDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  tables = await archivedTables(client);
  keys = await foreignKeysOf(client);
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and column_name = 'shop_id' and table_type = 'BASE TABLE'`,
  );
  ofShops = rows.map(({ name }) => name);
  await client.end();
});
afterAll(() => database.drop());

it('an archive of a shop has each table with rows of shops, unless it is left out with a reason', () => {
  const named = [...tables.map(({ name }) => name), ...LEFT_OUT.keys()];
  expect(named.sort()).toEqual([...ofShops, 'shops'].sort());
});

it('an archive of a shop has no secret', () => {
  const columns = tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column}`));
  expect(columns.filter((column) => /secret|token|hash|password|public_id/.test(column))).toEqual([]);
});

it('a row comes after those that it refers to', () => {
  const places = new Map(tables.map(({ name }, place) => [name, place]));
  const early = keys.filter(({ table, target }) => (places.get(table) ?? Infinity) < (places.get(target) ?? -1));
  expect(early.map(({ name }) => name)).toEqual([]);
});
