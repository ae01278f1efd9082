export const LIMITS = ['requests', 'read_budget', 'write_budget', 'failed_authentications'] as const;
export type Limit = (typeof LIMITS)[number];

/** The state of a limit after `take` or `giveBack`. If `quota` is 0, the limit is switched off. */
export interface Allowance {
  readonly allowed: boolean;
  readonly quota: number;
  readonly remaining: number;
  /** seconds until the window ends */
  readonly resetSeconds: number;
  /** true: an earlier call in this window was refused, too */
  readonly refusedBefore?: true;
}

/** The milliseconds that a request has waited for another process. Its questions together wait no longer than one of them may. */
export interface Waited {
  waitedMs: number;
}

/**
 * Fixed windows of 60 s. Each window begins with the first call that it counts, and a refused call is not counted. Every request
 * takes from a limit. So a promise is made only where a count is asked of another process, and callers wait only for a promise.
 */
export abstract class RateLimiter {
  abstract take(limit: Limit, who: string, waited?: Waited): Allowance | Promise<Allowance>;
  /** Tells whether one more call would be refused, as far as this process knows. Nothing is counted, and no process is asked. */
  abstract isUsedUp(limit: 'failed_authentications', who: string): boolean;
  /** Takes one call out of the count, because another limit has answered that call with 429. */
  abstract giveBack(limit: Limit, who: string, waited?: Waited): Allowance | Promise<Allowance>;
}
