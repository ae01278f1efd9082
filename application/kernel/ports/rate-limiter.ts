export const LIMITS = ['requests', 'read_budget', 'write_budget', 'failed_authentications'] as const;
export type Limit = (typeof LIMITS)[number];

/** The state of a limit after `take` or `giveBack`. If `quota` is 0, the limit is switched off. */
export interface Allowance {
  readonly allowed: boolean;
  readonly quota: number;
  readonly remaining: number;
  /** seconds until the window ends */
  readonly resetSeconds: number;
  /** true: an earlier failed authentication in this window was refused, too */
  readonly refusedBefore?: true;
}

/** Fixed windows of 60 s. Each window begins with the first call that it counts, and a refused call is not counted. */
export abstract class RateLimiter {
  abstract take(limit: Limit, who: string): Promise<Allowance>;
  /** Tells whether one more call would be refused. Nothing is counted. */
  abstract isUsedUp(limit: 'failed_authentications', who: string): Promise<boolean>;
  /** Takes one request out of the count, because another limit has answered it with 429. */
  abstract giveBack(limit: 'requests', who: string): Promise<Allowance>;
}
