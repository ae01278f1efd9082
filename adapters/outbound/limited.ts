import { setMaxListeners } from 'node:events';
import { OutboundError } from './outbound-error.js';

/** Thrown in place of a result when one of the signals was aborted. */
export const ABORTED = new Error('aborted');

/**
 * Waits for the work until it is done, the time is over or a signal is aborted. The work's own signal then tells it to end, and
 * nobody waits for that: an attempt to connect cannot be ended from outside before it succeeds or fails.
 * @throws ABORTED, or OutboundError `timeout`
 */
export async function limited<Result>(
  ms: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signals.some(({ aborted }) => aborted)) throw ABORTED;
  const ending = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => {
      reject(ending.signal.reason as Error); // one of the two errors below
    });
  });
  const abort = (): void => {
    ending.abort(ABORTED);
  };
  const timer = setTimeout(() => {
    ending.abort(new OutboundError('timeout', `no complete answer within ${ms / 1000} s`));
  }, ms);
  // `AbortSignal.any` would do, but in Node 20 it keeps memory for as long as the given signals live.
  for (const signal of signals) {
    setMaxListeners(0, signal); // hundreds of requests may wait for one signal
    signal.addEventListener('abort', abort);
  }
  try {
    return await Promise.race([work(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}
