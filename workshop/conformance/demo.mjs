import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder } from '../harness/ending.mjs';
import { ended } from '../harness/processes.mjs';
import { MAIN, start } from '../harness/world.mjs';

/**
 * Starts the built service on a new embedded database with the demo's data, without limits, because the suite makes more than 120
 * calls a minute.
 * @returns its address, the demo's full key, and `stop`, which removes the data, too
 */
export async function startDemo() {
  const folder = await openFolder();
  const { url, child } = await start(MAIN, {
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
