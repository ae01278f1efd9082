import type { DataSource } from 'typeorm';
import { withoutLimits } from '../../adapters/areas/data-source.js';
import { Shops } from '../../application/areas/access/shops.js';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { Conflict } from '../../domain/shared/errors.js';
import type { Use } from '../modules/use.js';
import { deleteShops } from './delete-shops.js';
import { loadDemo, type LoadedDemo } from './load-demo.js';
import { DEMO_SHOPS } from './shops/demo-shops.js';
import { SMALL, type DemoSize } from './sizes.js';

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
