import { Assembly } from './extensions/assembly.js';
import { loadExtensions } from './extensions/load-extensions.js';
import { startService, type RunningService } from './modules/service.js';
import { buildInfo } from './server/build-info.js';
import { createLog } from './server/logger.js';
import { goBelowOthers, inOneLine, liveUntilTold } from './server/process-life.js';
import { welcome } from './server/welcome.js';
import { loadDotEnv, readConfig } from './settings/config.js';
import { changedSettings, readSettings } from './settings/settings.js';

async function main(): Promise<number> {
  loadDotEnv();
  const config = readConfig(process.env, process.stdout.isTTY);
  const log = await createLog(config.log, { inBlocks: true });
  const start = async (stopping: AbortSignal): Promise<RunningService> => {
    const assembly = new Assembly(await loadExtensions(config.extensions));
    const service = await startService(config, log, stopping, undefined, assembly);
    if (service.role === 'worker') goBelowOthers(); // reads wait less for a burst of texts
    log.info('started', { ...buildInfo(), role: service.role, settings: changedSettings(readSettings(process.env)) });
    // A collector of logs reads stdout, too, and expects no text for people there.
    if (process.stdout.isTTY || config.demo || config.port === 0) process.stdout.write(welcome(service));
    return service;
  };
  return liveUntilTold(start, log, config.stopPauseMs + CLOSING_MS);
}

/**
 * The milliseconds that a stop may take after its pause (STOP_PAUSE). Then the process exits, even if a part is not closed yet.
 * With the default pause of 2 s the whole stop stays within the promised 10 s.
 */
const CLOSING_MS = 7500;

main().then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    process.stderr.write(`${inOneLine(error)}\n`);
    process.exit(1);
  },
);
