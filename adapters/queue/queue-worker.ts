import { setTimeout as sleep } from 'node:timers/promises';
import type { Reaction } from '../../application/events/reaction.js';
import type { Log } from '../../application/ports/log.js';
import { WorkerSession } from './worker-session.js';

export type WorkOutcome = 'done' | 'again' | 'failed';

export interface QueueWorkerOptions {
  readonly connection: { readonly url: string; readonly ssl: boolean };
  readonly reactions: readonly Reaction[];
  readonly log: Log;
  readonly observe?: ((reaction: string, outcome: WorkOutcome) => void) | undefined;
  /** reactions at once; 4 */
  readonly concurrency?: number | undefined;
  /** how often work that has become due is looked for; 1000 */
  readonly pollMs?: number | undefined;
  /** after which a broken worker is replaced; 1000 */
  readonly restartMs?: number | undefined;
  /** how long work waits that could not be done yet; each reaction has its own */
  readonly againAfterMs?: number | undefined;
}

/**
 * Does the queue's work in this process. The library gives up on some errors of its connections and waits minutes after
 * others: so a worker whose connections break is replaced by a new one, as often as it takes.
 */
export class QueueWorker {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: QueueWorkerOptions) {}

  start(): void {
    this.running = this.keepRunning();
  }

  /** Reactions that are running get a few seconds to finish. */
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
      await sleep(restartMs, undefined, { signal }).catch(() => undefined); // told to stop: no more pausing
    }
  }
}
