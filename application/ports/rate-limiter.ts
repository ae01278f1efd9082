export const LIMITS = ['requests', 'read_budget', 'write_budget', 'failed_authentications'] as const;
export type Limit = (typeof LIMITS)[number];

/** Where a caller stands after one more was counted. `quota` 0: this limit is switched off. */
export interface Allowance {
  readonly allowed: boolean;
  readonly quota: number;
  readonly remaining: number;
  /** seconds until the window ends */
  readonly resetSeconds: number;
  /** in this window; absent: it was not */
  readonly refusedBefore?: true;
}

/** Fixed windows of 60 s, each beginning with the first that is counted in it. */
export abstract class RateLimiter {
  abstract take(limit: Limit, who: string): Promise<Allowance>;
  /** Whether one more would be refused; counts nothing. */
  abstract isUsedUp(limit: 'failed_authentications', who: string): Promise<boolean>;
  /** Uncounts one that was answered 429 elsewhere. */
  abstract giveBack(limit: Limit, who: string): Promise<Allowance>;
}
