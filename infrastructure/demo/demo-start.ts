import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { ApiKeys } from '../../application/access/api-keys.js';
import { KeyTokens } from '../../application/access/key-tokens.js';
import { Shops } from '../../application/access/shops.js';
import { addressesAt } from '../server/addresses.js';
import { loadDemo } from './load-demo.js';
import { DemoFile, type DemoKeys } from './demo-file.js';

export interface StartedDemo {
  /** null: they were shown when they were made, and are in the file */
  readonly keys: DemoKeys | null;
  readonly file: string;
}

/**
 * The demo shop on an empty database. Its keys are in the file from the moment they exist, so that a start that is
 * interrupted does not lose them; later starts refresh the addresses there. Null: this database has no demo of that file.
 */
export async function startDemo(
  dataDir: string,
  baseUrl: string,
  dataSource: DataSource,
  container: Container,
): Promise<StartedDemo | null> {
  const file = new DemoFile(dataDir);
  if ((await container.get(Shops).list()).length === 0) {
    const { shopId, keys } = await loadDemo(dataSource, container);
    if (keys) file.write({ ...addressesAt(baseUrl), shop_id: shopId, keys });
    return { keys, file: file.path };
  }
  const notes = file.read();
  // The file may be another database's: of the embedded one while DATABASE_URL is set, or of one that was thrown away.
  if (!notes || !(await isKnown(notes.keys.full, container))) return null;
  file.write({ ...notes, ...addressesAt(baseUrl) });
  return { keys: null, file: file.path };
}

async function isKnown(key: string, container: Container): Promise<boolean> {
  const token = container.get(KeyTokens).read(key);
  return token !== null && (await container.get(ApiKeys).find(token.publicId)) !== null;
}
