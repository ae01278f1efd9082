import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { LIMITS, RateLimiter, type Allowance, type Limit } from '../../application/ports/rate-limiter.js';

const WINDOW_SECONDS = 60;
const UNLIMITED: Allowance = { allowed: true, quota: 0, remaining: 0, resetSeconds: 0 };

/** Counts in this process's memory; a quota of 0 switches its limit off. */
export class MemoryRateLimiter extends RateLimiter {
  private readonly limiters: ReadonlyMap<Limit, RateLimiterMemory>;

  /** @param quotas how many in 60 s, by limit */
  constructor(private readonly quotas: Readonly<Record<Limit, number>>) {
    super();
    this.limiters = new Map(
      LIMITS.filter((limit) => quotas[limit] > 0).map((limit) => [
        limit,
        new RateLimiterMemory({ keyPrefix: limit, points: quotas[limit], duration: WINDOW_SECONDS }),
      ]),
    );
  }

  override take(limit: Limit, who: string): Promise<Allowance> {
    const limiter = this.limiters.get(limit);
    if (!limiter) return Promise.resolve(UNLIMITED);
    return limiter.consume(who).then(
      (counted) => this.allowance(limit, true, counted),
      (refused: unknown) => {
        // The library rejects with its answer where the quota is used up, and with an Error where something went wrong.
        if (refused instanceof Error) throw refused;
        return this.allowance(limit, false, refused as RateLimiterRes);
      },
    );
  }

  override async giveBack(limit: Limit, who: string): Promise<Allowance> {
    const limiter = this.limiters.get(limit);
    return limiter ? this.allowance(limit, true, await limiter.reward(who)) : UNLIMITED;
  }

  private allowance(limit: Limit, allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Allowance {
    const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    return { allowed, quota: this.quotas[limit], remaining: remainingPoints, resetSeconds };
  }
}
