import { readConfig } from './config.js';
import { loadDotEnv } from './dot-env.js';
import { createLog } from './logger.js';
import { inOneLine } from './plain-words.js';
import { liveUntilTold } from './process-life.js';
import { startService } from './service.js';
import { welcome } from './welcome.js';

async function main(): Promise<number> {
  loadDotEnv();
  const config = readConfig(process.env, process.stdout.isTTY);
  const log = createLog(config.log);
  return liveUntilTold(async (stopping) => {
    const service = await startService(config, log, stopping);
    process.stdout.write(welcome(service));
    return service;
  }, log);
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    process.stderr.write(`${inOneLine(error)}\n`);
    process.exit(1);
  },
);
