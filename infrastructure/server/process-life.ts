import { constants, setPriority } from 'node:os';
import type { Log } from '../../application/kernel/ports/ports.js';

/** A stack of functions that close something. The one that was pushed last runs first. */
export class ClosingStack {
  private readonly undos: (() => Promise<void>)[] = [];

  push(undo: () => Promise<void>): void {
    this.undos.push(undo);
  }

  /**
   * Runs every function of the stack, even after one has failed.
   * @throws the first failure
   */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const undo of this.undos.splice(0).reverse()) {
      await undo().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** An error's message as one line for a person. */
export function inOneLine(error: unknown): string {
  // When a host name has several addresses and none answers, Node throws an AggregateError. Its own message is empty.
  if (error instanceof AggregateError && error.errors.length > 0) return inOneLine(error.errors[0]);
  const words = error instanceof Error ? error.message || error.name : String(error);
  return words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Lets the service on the same machine go first, when both need a processor. Alone, this process is as fast as before. */
export function goBelowOthers(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

interface Running {
  /** resolves with the reason when the service cannot go on; otherwise it stays pending */
  readonly failed: Promise<Error>;
  stop(): Promise<void>;
}

/**
 * Runs a service until a signal, an uncaught error or its own failure, and then stops it. A signal also ends a start. Only the
 * first signal counts: on Ctrl-C the service gets a signal from the terminal, and another one from npm.
 * @param longestStopMs the time that a stop may take; after it the process exits with 1
 * @returns the exit code
 * @throws Error the reason why the service could not start, or could not go on
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
  // Nothing waits for the result of such a promise, so nothing is in doubt. Libraries leave some when their connections break.
  process.on('unhandledRejection', (error) => {
    log.error('an error that nobody handles', { error });
  });
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
