import { rm } from 'node:fs/promises';
import { ended, ownDatabase, provision, start, SIGNING_KEYS } from '../../bench/world.mjs';

/**
 * A database with one shop, and as many instances of the built service on it as are started.
 * @param databaseUrl an empty database; null: an embedded one of its own
 */
export async function openWorld(databaseUrl) {
  const database = databaseUrl === null ? await ownDatabase() : { url: databaseUrl, stop: () => Promise.resolve() };
  const { shop, token } = await provision(database.url);
  const running = new Set();
  return {
    databaseUrl: database.url, shop, token,
    /** only of an embedded one; process id of the postmaster */
    postmaster: database.postmaster,
    /** @param env settings beside the standard ones; no limit is on */
    startInstance: async (env = {}) => {
      const instance = await start('../dist/infrastructure/main.js', {
        ...process.env, DATABASE_URL: database.url, SIGNING_KEYS, PORT: '0', DEMO: 'off', VIN_DECODER_URL: 'off', LOG_FORMAT: 'json',
        ...{ RATE_LIMIT: '0', READ_BUDGET: '0', WRITE_BUDGET: '0', STOP_PAUSE: '0', ...env },
      });
      running.add(instance);
      return { ...instance, stop: () => stop(instance) };
    },
    close: async () => {
      await Promise.all([...running].map(stop));
      await database.stop();
      if (database.dataDir) await rm(database.dataDir, { recursive: true, force: true });
    },
  };

  async function stop(instance) {
    if (running.delete(instance)) await ended(instance.child);
  }
}
