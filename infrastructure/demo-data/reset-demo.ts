import type { DataSource } from 'typeorm';
import { ACCESS_CHANGED } from '../../adapters/areas/access/postgres-api-keys.js';
import { withoutLimits } from '../../adapters/areas/data-source.js';
import { Shops } from '../../application/areas/access/shops.js';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { Conflict } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Use } from '../modules/use.js';
import { DEMO_SHOPS } from './demo-shops.js';
import { loadDemo, type LoadedDemo } from './load-demo.js';
import { SMALL, type DemoSize } from './sizes.js';

/** `OWNED` lists the tables whose rows belong to a shop, `REFERENCES` the foreign keys between tables. */
const OWNED = `select c.table_name as name from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
  where c.table_schema = 'public' and c.column_name = 'shop_id' order by 1`;
const REFERENCES = `select distinct conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;

/**
 * Deletes the demo's shops with all their rows and files, and creates them again with new keys. Other shops are not changed.
 * @throws Conflict when the database has shops but no demo, so that nobody creates a demo there by mistake
 */
export async function resetDemo(dataSource: DataSource, use: Use, size: DemoSize = SMALL): Promise<LoadedDemo> {
  const demo: ReadonlySet<string> = new Set(DEMO_SHOPS.map(({ id }) => id));
  const shops = await use(Shops).list();
  const there = shops.filter(({ id }) => demo.has(id));
  if (there.length === 0 && shops.length > 0) {
    throw new Conflict('this database has other shops but no demo: demo load adds a demo');
  }
  await withoutLimits(dataSource, (patient) =>
    deleteShops(
      patient,
      use(FileStorage),
      there.map(({ id }) => id),
    ),
  );
  return loadDemo(dataSource, use, size);
}

/**
 * Deletes shops with all their rows and files, one table after the other: a table comes before the tables that it refers to. Each table has
 * a transaction of its own, after which it is vacuumed. So PostgreSQL does not scan the deleted rows again when it checks foreign
 * keys, some of which have no index. To delete the shop's row and let the database delete the rest would be slower. After a
 * failure the call can be repeated: the shop's own row goes last, after its files.
 */
export async function deleteShops(dataSource: DataSource, files: FileStorage, shops: readonly ShopId[]): Promise<void> {
  const owned = await dataSource.query<{ name: string }[]>(OWNED);
  const references = await dataSource.query<{ name: string; target: string }[]>(REFERENCES);
  const order = referringFirst(
    owned.map(({ name }) => name),
    references,
  );
  // The keys are deleted first, so that no more requests come in.
  for (const table of ['api_keys', ...order.filter((name) => name !== 'api_keys')]) {
    await dataSource.query(`delete from ${table} where shop_id = any($1::uuid[])`, [shops]);
    await dataSource.query(`vacuum (analyze) ${table}`);
  }
  for (const shop of shops) await files.deleteAll(shop);
  await dataSource.query('delete from shops where id = any($1::uuid[])', [shops]);
  await dataSource.query(`select pg_notify('${ACCESS_CHANGED}', 'shop:' || s) from unnest($1::text[]) as s`, [shops]);
}

function referringFirst(
  tables: readonly string[],
  references: readonly { readonly name: string; readonly target: string }[],
): string[] {
  const order: string[] = [];
  const rest = new Set(tables);
  while (rest.size > 0) {
    const free = [...rest].filter((table) => !references.some(({ name, target }) => target === table && rest.has(name)));
    if (free.length === 0) throw new Error(`tables that refer to each other in a circle: ${[...rest].join(', ')}`);
    for (const table of free) rest.delete(table);
    order.push(...free);
  }
  return order;
}
