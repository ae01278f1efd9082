import type { DataSource } from 'typeorm';
import { ApiKeys, KeyTokens } from '../../application/areas/access/api-keys.js';
import { Shops } from '../../application/areas/access/shops.js';
import type { Use } from '../modules/use.js';
import { addressesAt } from '../server/welcome.js';
import { DemoFile, type DemoKeys } from './demo-file.js';

export interface StartedDemo {
  /** null: the keys were made earlier, and are in the file */
  readonly keys: DemoKeys | null;
  readonly file: string;
  /** the key with which the docs page is tried; null: an interrupted start lost it */
  readonly key: string | null;
}

/**
 * Loads the demo if the database has no shops. The keys are written to the file as soon as they exist, so that an interrupted
 * start does not lose them. A later start only writes the service's addresses to the file.
 * @returns null when the database has shops, but there is no file with keys of this database
 */
export async function startDemo(dataDir: string, baseUrl: string, dataSource: DataSource, use: Use): Promise<StartedDemo | null> {
  const file = new DemoFile(dataDir);
  if ((await use(Shops).list()).length === 0) {
    // Imported on demand: most starts need none of the records that the demo is made of.
    const { loadDemo } = await import('./load-demo.js');
    const { shopId, keys } = await loadDemo(dataSource, use);
    if (keys) await file.write({ ...addressesAt(baseUrl), shop_id: shopId, keys });
    return { keys, file: file.path, key: keys?.full ?? null };
  }
  const notes = file.read();
  // The file may belong to another database: to the embedded one, when DATABASE_URL is set now, or to one that was deleted.
  if (!notes || !(await isKnown(notes.keys.full, use))) return null;
  await file.write({ ...notes, ...addressesAt(baseUrl) });
  return { keys: null, file: file.path, key: notes.keys.full };
}

async function isKnown(key: string, use: Use): Promise<boolean> {
  const token = use(KeyTokens).read(key);
  return token !== null && (await use(ApiKeys).find(token.publicId)) !== null;
}
