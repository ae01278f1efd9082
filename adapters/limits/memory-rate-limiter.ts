import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { LIMITS, RateLimiter, type Allowance, type Limit } from '../../application/ports/rate-limiter.js';
import { BoundedWindows, type Counted } from './bounded-windows.js';

const WINDOW_SECONDS = 60;
/** The largest number of addresses that are counted at once. Their counts take about 5 MB at most. */
const MOST_ADDRESSES = 20_000;
const UNLIMITED: Allowance = { allowed: true, quota: 0, remaining: 0, resetSeconds: 0 };

/**
 * Limits callers by counts in this process's memory. A quota of 0 switches its limit off. The counts by key have no bound of
 * their own: only calls with a live key are counted, and a count is dropped at the end of its window. Anybody can use many
 * addresses, so at most MOST_ADDRESSES of them are counted at once.
 */
export class MemoryRateLimiter extends RateLimiter {
  private readonly byKey: ReadonlyMap<Limit, RateLimiterMemory>;
  private readonly addresses: BoundedWindows | null;

  /** @param quotas for each limit, the number of calls that are allowed in 60 s */
  constructor(private readonly quotas: Readonly<Record<Limit, number>>) {
    super();
    this.byKey = new Map(
      LIMITS.filter((limit) => quotas[limit] > 0 && limit !== 'failed_authentications').map((limit) => [
        limit,
        new RateLimiterMemory({ keyPrefix: limit, points: quotas[limit], duration: WINDOW_SECONDS }),
      ]),
    );
    const failures = quotas.failed_authentications;
    this.addresses = failures > 0 ? new BoundedWindows(failures, WINDOW_SECONDS * 1000, MOST_ADDRESSES) : null;
  }

  override take(limit: Limit, who: string): Promise<Allowance> {
    if (limit === 'failed_authentications') {
      return Promise.resolve(this.addresses ? this.allowance(limit, this.addresses.take(who)) : UNLIMITED);
    }
    const limiter = this.byKey.get(limit);
    if (!limiter) return Promise.resolve(UNLIMITED);
    return limiter.consume(who).then(
      (counted) => this.allowance(limit, counted),
      (refused: unknown) => {
        // The library rejects with its result when the quota is used up, and with an Error when it failed.
        if (refused instanceof Error) throw refused;
        return this.allowance(limit, refused as RateLimiterRes);
      },
    );
  }

  override isUsedUp(limit: 'failed_authentications', who: string): Promise<boolean> {
    return Promise.resolve(this.addresses?.isUsedUp(who) ?? false);
  }

  override async giveBack(limit: Limit, who: string): Promise<Allowance> {
    const limiter = this.byKey.get(limit);
    return limiter ? this.allowance(limit, await limiter.reward(who)) : UNLIMITED;
  }

  private allowance(limit: Limit, { consumedPoints, remainingPoints, msBeforeNext }: Counted): Allowance {
    const quota = this.quotas[limit];
    const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const standing: Allowance = { allowed: consumedPoints <= quota, quota, remaining: remainingPoints, resetSeconds };
    return consumedPoints > quota + 1 ? { ...standing, refusedBefore: true } : standing;
  }
}
