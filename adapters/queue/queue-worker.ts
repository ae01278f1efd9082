import { setTimeout as sleep } from 'node:timers/promises';
import type { Work } from '../../application/events/work.js';
import type { Log } from '../../application/ports/log.js';
import type { BackgroundTurns } from '../background-turns.js';
import { WorkerSession } from './worker-session.js';

export type WorkOutcome = 'done' | 'again' | 'failed';

export interface QueueWorkerOptions {
  readonly connection: { readonly url: string; readonly ssl: boolean };
  readonly works: readonly Work[];
  readonly log: Log;
  /** decides when each work begins */
  readonly turns: Pick<BackgroundTurns, 'turn'>;
  readonly observe?: ((work: string, outcome: WorkOutcome) => void) | undefined;
  /** the number of runs at once; default 4 */
  readonly concurrency?: number | undefined;
  /** milliseconds between two searches for work that has become due; default 1000 */
  readonly pollMs?: number | undefined;
  /** milliseconds until a broken worker is replaced; default 1000 */
  readonly restartMs?: number | undefined;
  /** milliseconds that work waits when it could not be done yet; by default each work has its own time */
  readonly againAfterMs?: number | undefined;
}

/**
 * Does the queue's work in this process. After some errors of its connections the library stops for good, and after others it
 * waits for minutes. So a worker whose connections break is replaced by a new one, as often as necessary.
 */
export class QueueWorker {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: QueueWorkerOptions) {}

  start(): void {
    this.running = this.keepRunning();
  }

  /** Stops the worker. Running work gets FINISH_MS (see `WorkerSession`) to finish. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keepRunning(): Promise<void> {
    const { signal } = this.stopping;
    const { log, restartMs = 1000 } = this.options;
    while (!signal.aborted) {
      const session = new WorkerSession(this.options);
      const stop = (): void => {
        session.end(null);
      };
      signal.addEventListener('abort', stop, { once: true });
      const error = await session.run();
      signal.removeEventListener('abort', stop);
      if (error) log.warn('the background worker was interrupted', { error });
      await sleep(restartMs, undefined, { signal }).catch(() => undefined); // told to stop: the pause ends early
    }
  }
}
