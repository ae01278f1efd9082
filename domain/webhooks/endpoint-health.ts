import { DAY_MS, later, type Instant } from '../shared/instant.js';

/** A subscription is disabled after this long without a success. */
const FAILING_MS = 5 * DAY_MS;
/** The shop is warned at least this long before. */
const WARNED_MS = DAY_MS;

/** The state of a subscription's endpoint, as its tries have shown it. */
export interface EndpointHealth {
  /** the first failure after the last success; null: the last try succeeded, or there was none */
  readonly failingSince: Instant | null;
  /** when the shop was warned of these failures; null: not yet */
  readonly warnedAt: Instant | null;
}

/** The things that a try shows about an endpoint. */
export interface SeenTry {
  readonly succeeded: boolean;
  readonly at: Instant;
}

/**
 * The sum of some tries of one endpoint in the order in which they ended. A sum can be stored without a look at the state before:
 * a success sets `failingSince` to this value, and otherwise it is set only if it was null.
 */
export interface SeenTries {
  readonly lastSuccessAt: Instant | null;
  readonly lastFailureAt: Instant | null;
  /** the first failure after the last success of these tries, or the first failure if there was no success; null: none */
  readonly failingSince: Instant | null;
}

export function sumOf(tries: readonly SeenTry[]): SeenTries {
  const none: SeenTries = { lastSuccessAt: null, lastFailureAt: null, failingSince: null };
  return tries.reduce(
    (seen, { succeeded, at }) =>
      succeeded
        ? { ...seen, lastSuccessAt: at, failingSince: null }
        : { ...seen, lastFailureAt: at, failingSince: seen.failingSince ?? at },
    none,
  );
}

/**
 * Judges an endpoint after a failure. It is asked after failures only, so silence alone never disables a subscription. `disable`
 * always comes at least WARNED_MS after the warning, also if the endpoint got no event for days in between.
 */
export function verdictOn({ failingSince, warnedAt }: EndpointHealth, now: Instant): 'fine' | 'warn' | 'disable' {
  if (failingSince === null || now < later(failingSince, FAILING_MS - WARNED_MS)) return 'fine';
  if (warnedAt === null) return 'warn';
  return now >= later(failingSince, FAILING_MS) && now >= later(warnedAt, WARNED_MS) ? 'disable' : 'fine';
}

/** The earliest time at which further failures disable an endpoint of which the shop is warned now. */
export function disabledAtEarliest(failingSince: Instant, warnedAt: Instant): Instant {
  const [afterFailing, afterWarning] = [later(failingSince, FAILING_MS), later(warnedAt, WARNED_MS)];
  return afterFailing > afterWarning ? afterFailing : afterWarning;
}
