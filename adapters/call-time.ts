import { AsyncLocalStorage } from 'node:async_hooks';
import { within } from './time-limit.js';

/** The time of a call that a client waits for. */
export interface CallTime {
  /** the milliseconds until the call is refused */
  readonly left: number;
}

const calls = new AsyncLocalStorage<CallTime>();

/** Runs the work of a call, so that everything in it knows how much time is left. */
export function inCall<T>(time: CallTime | undefined, work: () => Promise<T>): Promise<T> {
  return time ? calls.run(time, work) : work();
}

/** The milliseconds that are left of the call. Null: no client waits, because it is background work. */
function timeLeft(): number | null {
  return calls.getStore()?.left ?? null;
}

/**
 * The milliseconds that a wait for somebody outside may take: in a call at most half of the time that is left, so that the rest is
 * enough for what must be stored afterwards.
 * @param most the limit in background work
 */
export function outwardMs(most: number): number {
  const left = timeLeft();
  return left === null ? most : Math.min(most, left / 2);
}

/**
 * Waits for work in the time of a call, less `reserve` milliseconds for its rollback and its answer.
 * @param most the limit in background work; null: it has none
 * @param late gives the error after this time
 */
export function beforeCallEnds<T>(reserve: number, most: number | null, work: Promise<T>, late: () => Error): Promise<T> {
  const left = timeLeft();
  const ms = left === null ? most : left - reserve;
  if (ms === null) return work;
  return within(ms, work, () => {
    throw late();
  });
}
