import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { Shops } from '../../application/access/shops.js';
import { Conflict } from '../../domain/shared/errors.js';
import { loadDemo, type LoadedDemo } from './load-demo.js';
import { DEMO_SHOP_ID } from './scene.js';

/**
 * Drops the demo shop with all that is its own, and makes it anew with new keys.
 * @throws Conflict on a database that somebody else's shop is in, too: that is no demo to be thrown away at a word
 */
export async function resetDemo(dataSource: DataSource, container: Container): Promise<LoadedDemo> {
  const others = (await container.get(Shops).list()).filter(({ id }) => id !== DEMO_SHOP_ID).length;
  if (others > 0) {
    throw new Conflict(`this database holds ${others} other shop${others === 1 ? '' : 's'} than the demo's: reset is for demo databases only`);
  }
  await dataSource.transaction(async (transaction) => {
    // Events outlive their shop, so that a subscriber still hears them: no foreign key takes these along.
    await transaction.query('delete from outbox where shop_id = $1', [DEMO_SHOP_ID]);
    await transaction.query('delete from shops where id = $1', [DEMO_SHOP_ID]);
  });
  return loadDemo(dataSource, container);
}
