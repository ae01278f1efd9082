import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { errorProperty, messageOf, systemCodeOf } from '../system-errors.js';
import { DecoderFailure } from './decoder-failure.js';

export interface AttemptLimits {
  /** Milliseconds that one attempt may take, headers and body together. */
  readonly timeoutMs: number;
  /** The number of failed attempts in a row after which the decoder is not asked for a while. */
  readonly breakAfter: number;
  /** Milliseconds until the decoder is tried again, by one attempt at a time. */
  readonly halfOpenAfterMs: number;
}

/**
 * The second attempt begins after a random time of at most this many milliseconds. It begins so soon because it is meant for a
 * connection that has just died. The time is random so that callers that failed together do not try again together.
 */
const RETRY_SPREAD_MS = 25;

/** Makes one attempt or two. It never throws: the last failure is returned. */
export type Attempts = <T>(attempt: (signal: AbortSignal) => Promise<T>) => Promise<T | DecoderFailure>;

/**
 * Makes attempts with one retry. Each attempt has its own time limit and is counted by the breaker. While the decoder is down,
 * the first callers wait for two attempts, a caller that tries the decoder again waits for one attempt, and all other callers do
 * not wait.
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

/**
 * Returns a failure that names the failure that opened the breaker. Under load, even the first caller's retry may find the
 * breaker open, and the log must still show the cause.
 */
function leftAlone({ lastFailure }: CircuitBreakerPolicy): DecoderFailure {
  const cause = failureOf(lastFailure !== undefined && 'error' in lastFailure ? lastFailure.error : undefined);
  return new DecoderFailure('circuit_open', `not called for a while after: ${cause.message}`, { cause });
}

/**
 * Turns the error that an attempt threw into a DecoderFailure. The error comes from fetch, from the time-out or from this
 * adapter.
 */
function failureOf(error: unknown): DecoderFailure {
  if (error instanceof DecoderFailure) return error;
  if (error instanceof TaskCancelledError || errorProperty(error, 'name') === 'AbortError') {
    return new DecoderFailure('timeout', 'no complete answer in time', { cause: error });
  }
  return new DecoderFailure('unreachable', causeOf(error), { cause: error });
}

function mayPassAtOnce(error: Error): boolean {
  return !(error instanceof BrokenCircuitError);
}

/**
 * True for a failure that counts as an outage. An unusable answer does not count: it comes quickly, and may be about this one VIN
 * only. If it opened the breaker, one such vehicle that is asked for again and again in the background would stop all others from
 * being decoded.
 */
function isOutage(error: Error): boolean {
  return failureOf(error).reason !== 'answer';
}

/** Returns the reason of an error. The message of fetch is only "fetch failed"; the reason (ECONNREFUSED, …) is in its cause. */
function causeOf(error: unknown): string {
  const cause = errorProperty(error, 'cause') ?? error;
  // When a name has several addresses and none answers, the message is empty and only the code shows the reason.
  return messageOf(cause) || systemCodeOf(cause) || String(error);
}
