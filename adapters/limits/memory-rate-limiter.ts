import { LRUCache } from 'lru-cache';
import { LIMITS, RateLimiter, type Allowance, type Limit } from '../../application/ports/rate-limiter.js';
import { Windows, WindowsUntilTheirEnd, type KeptWindows, type Window } from './windows.js';

/** For each limit, the number of calls that are allowed in 60 s. 0 switches the limit off. */
export type Quotas = Readonly<Record<Limit, number>>;

const WINDOW_MS = 60_000;
/**
 * The largest number of addresses that are counted at once. Their counts take about 5 MB at most. One more address replaces the
 * least recently used one. An attacker with more addresses than that could not be limited by address anyway.
 */
const MOST_ADDRESSES = 20_000;
export const UNLIMITED: Allowance = { allowed: true, quota: 0, remaining: 0, resetSeconds: 0 };

/**
 * Limits callers by counts in this process's memory. The counts by key have no bound of their own: only calls with a live key are
 * counted, and a count is dropped after the end of its window. Anybody can use many addresses, so at most MOST_ADDRESSES of them
 * are counted at once.
 */
export class MemoryRateLimiter extends RateLimiter {
  private readonly windows: ReadonlyMap<Limit, Windows>;

  constructor(quotas: Quotas) {
    super();
    this.windows = windowsOf(quotas);
  }

  override take(limit: Limit, who: string): Allowance {
    return this.windows.get(limit)?.take(who) ?? UNLIMITED;
  }

  override isUsedUp(limit: 'failed_authentications', who: string): boolean {
    return this.windows.get(limit)?.isUsedUp(who) ?? false;
  }

  override giveBack(limit: Limit, who: string): Allowance {
    return this.windows.get(limit)?.giveBack(who) ?? UNLIMITED;
  }
}

/** The windows of each limit that is not switched off. */
export function windowsOf(quotas: Quotas): ReadonlyMap<Limit, Windows> {
  const limits = LIMITS.filter((limit) => quotas[limit] > 0);
  return new Map(limits.map((limit) => [limit, new Windows(quotas[limit], WINDOW_MS, keptFor(limit))]));
}

function keptFor(limit: Limit): KeptWindows {
  return limit === 'failed_authentications' ? new LRUCache<string, Window>({ max: MOST_ADDRESSES }) : new WindowsUntilTheirEnd();
}
