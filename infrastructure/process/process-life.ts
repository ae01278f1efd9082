import type { Log } from '../../application/ports/log.js';

interface Running {
  /** why it cannot go on; as long as it can, that is open */
  readonly failed: Promise<Error>;
  stop(): Promise<void>;
}

/**
 * Runs a service until this process is told to end or meets an error that nobody caught; then stops it, also when it is
 * still starting. Signals that follow the first change nothing: npm passes on what the terminal has sent to all.
 * @param longestStopMs longer than any orderly stop takes
 * @returns the exit code
 * @throws why the service could not start, or not go on
 */
export async function liveUntilTold(
  start: (stopping: AbortSignal) => Promise<Running>,
  log: Log,
  longestStopMs: number,
): Promise<number> {
  const ending = new AbortController();
  let exitCode = 0;
  const end = (): void => {
    if (ending.signal.aborted) return;
    ending.abort();
    setTimeout(() => {
      log.error('the stop took too long');
      process.exit(1);
    }, longestStopMs).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!ending.signal.aborted) log.info('stopping', { signal });
      end();
    });
  }
  // Rejections that nobody handles come here, too.
  process.on('uncaughtException', (error) => {
    log.error('unexpected error, stopping', { error });
    exitCode = 1;
    end();
  });
  try {
    const running = await start(ending.signal);
    const failure = await Promise.race([aborted(ending.signal), running.failed]);
    end();
    await running.stop();
    if (failure) throw failure;
  } catch (error) {
    if (error !== ending.signal.reason) throw error;
  }
  return exitCode;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
}
