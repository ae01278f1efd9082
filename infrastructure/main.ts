import { createLog } from './logger.js';
import { readConfig } from './config.js';
import { startService } from './service.js';
import { loadDotEnv } from './dot-env.js';

async function main(): Promise<void> {
  loadDotEnv();
  const config = readConfig(process.env, process.stdout.isTTY);
  const log = createLog(config.log);
  const service = await startService(config, log);
  process.stdout.write(`${service.url}\n`);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info('stopping', { signal });
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('the stop failed', { error });
          process.exit(1);
        },
      );
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
