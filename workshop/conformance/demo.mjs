import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, start } from '../bench/world.mjs';

/**
 * Starts the built service on a new embedded database with the demo's data, without limits, because the suite makes more than 120
 * calls a minute.
 * @returns its address, the demo's full key, and `stop`, which removes the data, too
 */
export async function startDemo() {
  const folder = await mkdtemp(join(tmpdir(), 'shop-operations-conformance-'));
  await chmod(folder, 0o755); // the account of PostgreSQL must be able to enter the folder
  const { url, child } = await start('../../dist/infrastructure/main.js', {
    ...process.env,
    ...{ DATA_DIR: folder, PORT: '0', STOP_PAUSE: '0', LOG_FORMAT: 'json', DEMO: 'on', VIN_DECODER_URL: 'off' },
    ...{ DATABASE_URL: '', RATE_LIMIT: '0', READ_BUDGET: '0', WRITE_BUDGET: '0' },
  });
  const { keys } = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'));
  return {
    url,
    token: keys.full,
    stop: async () => {
      await ended(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
