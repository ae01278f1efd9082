import {
  BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, DelegateBackoff, handleWhen, retry, TaskCancelledError,
  timeout, TimeoutStrategy, wrap, type CircuitBreakerPolicy,
} from 'cockatiel';
import { DecoderFailure } from './decoder-failure.js';

export interface AttemptLimits {
  /** Milliseconds that one attempt may take, headers and body together. */
  readonly timeoutMs: number;
  /** Failed attempts in a row after which the decoder is left alone. */
  readonly breakAfter: number;
  /** Milliseconds until a decoder that was left alone is tried again, by one attempt at a time. */
  readonly halfOpenAfterMs: number;
}

/** The second attempt is for a connection that just died, so it comes at once; the spread parts callers that fell together. */
const RETRY_SPREAD_MS = 25;

/** Makes an attempt, or two. Never throws: what went wrong last is answered. */
export type Attempts = <T>(attempt: (signal: AbortSignal) => Promise<T>) => Promise<T | DecoderFailure>;

/**
 * One retry, each attempt with its own time and counted by the breaker: where the decoder is down, the first callers
 * wait for two attempts, those that come while it is tried again for one, all others not at all.
 */
export function attempts({ timeoutMs, breakAfter, halfOpenAfterMs }: AttemptLimits): Attempts {
  const again = retry(handleWhen(mayPassAtOnce), {
    maxAttempts: 1,
    backoff: new DelegateBackoff(() => Math.random() * RETRY_SPREAD_MS),
  });
  const breaker = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(breakAfter),
    halfOpenAfter: halfOpenAfterMs,
  });
  const policy = wrap(again, breaker, timeout(timeoutMs, TimeoutStrategy.Aggressive));
  return async (attempt) => {
    try {
      return await policy.execute(({ signal }) => attempt(signal));
    } catch (error) {
      return error instanceof BrokenCircuitError ? leftAlone(breaker) : failureOf(error);
    }
  };
}

/** Names what opened the breaker: under load even the first caller's retry may find it open, and the cause must show. */
function leftAlone({ lastFailure }: CircuitBreakerPolicy): DecoderFailure {
  const cause = failureOf(lastFailure !== undefined && 'error' in lastFailure ? lastFailure.error : undefined);
  return new DecoderFailure('circuit_open', `left alone for a while after: ${cause.message}`, { cause });
}

/** PerKeyQueue what an attempt threw (fetch, the time-out, our own) into one kind of error. */
function failureOf(error: unknown): DecoderFailure {
  if (error instanceof DecoderFailure) return error;
  if (error instanceof TaskCancelledError || propertyOf(error, 'name') === 'AbortError') {
    return new DecoderFailure('timeout', 'no complete answer in time', { cause: error });
  }
  return new DecoderFailure('unreachable', causeOf(error), { cause: error });
}

function mayPassAtOnce(error: Error): boolean {
  return !(error instanceof BrokenCircuitError);
}

/**
 * An unusable answer comes quickly and may be about this one VIN: if it opened the breaker, a single such vehicle,
 * asked for again and again in the background, would keep all others from being decoded.
 */
function isOutage(error: Error): boolean {
  return failureOf(error).reason !== 'answer';
}

/** fetch says only "fetch failed"; the reason (ECONNREFUSED, …) is in its cause. */
function causeOf(error: unknown): string {
  const cause = propertyOf(error, 'cause') ?? error;
  // Where a name has several addresses and none answers, the message is empty and only the code tells why.
  const text = propertyOf(cause, 'message') || propertyOf(cause, 'code');
  return typeof text === 'string' ? text : String(error);
}

/** Not by `instanceof Error`: an abort is a DOMException, and errors of fetch may come from another realm. */
function propertyOf(value: unknown, name: 'cause' | 'code' | 'message' | 'name'): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
