import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, ownDatabase, provision, start, SIGNING_KEYS } from '../../bench/world.mjs';

/**
 * Opens a database with one shop. `startInstance` starts an instance of the built service on this database, and can be called
 * several times.
 * @param databaseUrl an empty database; null: a new embedded database
 * @param provisioned migrates the database at an address and makes the shop and its key
 */
export async function openWorld(databaseUrl, provisioned = provision) {
  const database = databaseUrl === null ? await ownDatabase() : { url: databaseUrl, stop: () => Promise.resolve() };
  const { shop, token } = await provisioned(database.url);
  const recordings = await mkdtemp(join(tmpdir(), 'shop-operations-drill-'));
  const running = new Set();
  return {
    databaseUrl: database.url,
    /** the folder of recordings and attachments, which all instances share */
    recordings,
    shop,
    token,
    /** the process id of the embedded database's main process; undefined for another database */
    postmaster: database.postmaster,
    /**
     * @param env settings in addition to the drills' own, which turn the limits of keys off
     * @param main the address of another version's main module
     */
    startInstance: async (env = {}, main = '../../dist/infrastructure/main.js') => {
      const instance = await start(main, {
        ...process.env,
        DATABASE_URL: database.url,
        SIGNING_KEYS,
        PORT: '0',
        DEMO: 'off',
        RECORDINGS: `file:${recordings}`,
        VIN_DECODER_URL: 'off',
        LOG_FORMAT: 'json',
        ...{ RATE_LIMIT: '0', READ_BUDGET: '0', WRITE_BUDGET: '0', STOP_PAUSE: '0', ...env },
      });
      running.add(instance);
      return { ...instance, stop: () => stop(instance) };
    },
    close: async () => {
      await Promise.all([...running].map(stop));
      await database.stop();
      await rm(recordings, { recursive: true, force: true });
      if (database.dataDir) await rm(database.dataDir, { recursive: true, force: true });
    },
  };

  async function stop(instance) {
    if (running.delete(instance)) await ended(instance.child);
  }
}
