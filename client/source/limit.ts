import { ShopOperationsError } from './error.js';

/** How a client waits. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits, or is refused with the signal's reason as soon as it is aborted. */
export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // An aborted signal's reason is an error, unless its owner chose something else.
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/** The limit in time of one call with all its tries, together with the signal by which its caller ends it. */
export class Limit {
  private readonly controller = new AbortController();
  private readonly end: number;
  private readonly timer: ReturnType<typeof setTimeout>;
  private isOutlived = false;

  constructor(
    private readonly timeoutMs: number,
    private readonly outer: AbortSignal | undefined,
  ) {
    this.end = performance.now() + timeoutMs;
    this.timer = setTimeout(() => {
      this.controller.abort(
        new ShopOperationsError('timeout', `there was no answer within ${timeoutMs} ms`, { retryable: true }),
      );
    }, timeoutMs);
    if (outer?.aborted) this.abort();
    else outer?.addEventListener('abort', this.abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get leftMs(): number {
    return this.end - performance.now();
  }

  /**
   * The body of the answer is read after the call, for as long as that takes. Only the signal of the caller ends it.
   * @returns to be called when the body has been read, because the signal may live for much longer
   */
  outlive(): () => void {
    this.isOutlived = true;
    return () => {
      this.outer?.removeEventListener('abort', this.abort);
    };
  }

  /** The call is over. */
  close(): void {
    clearTimeout(this.timer);
    if (!this.isOutlived) this.outer?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => {
    this.controller.abort(new ShopOperationsError('aborted', 'the call was aborted', { cause: this.outer?.reason }));
  };
}
