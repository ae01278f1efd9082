import { loadDemo } from '../../../dist/infrastructure/demo-data/load-demo.js';
import { useOf } from '../../../dist/infrastructure/modules/use.js';
import { openUseCases, openWorld } from '../../harness/world.mjs';

/** Opens a database with the demo's shops, which have records of every kind in every state. The key is one of the first shop. */
export function openDemoWorld(databaseUrl) {
  return openWorld(databaseUrl, async (url, { DATA_DIR, RECORDINGS }) => {
    const { container, dataSource, close } = await openUseCases(url, { DATA_DIR, RECORDINGS });
    const { shops, keys } = await loadDemo(dataSource, useOf(container));
    await close();
    return [{ shop: shops[0], token: keys.full }];
  });
}
