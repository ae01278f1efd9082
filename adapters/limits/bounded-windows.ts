import { LRUCache } from 'lru-cache';

interface Window {
  count: number;
  readonly endsAt: number;
}

export interface Counted {
  readonly consumedPoints: number;
  readonly remainingPoints: number;
  readonly msBeforeNext: number;
}

/**
 * Fixed windows for callers that are counted by address. Anybody can use many addresses, so the number of windows is bounded: one
 * more window replaces the least recently used one. An attacker with more addresses than windows could not be limited by address
 * anyway.
 */
export class BoundedWindows {
  private readonly windows: LRUCache<string, Window>;

  constructor(
    private readonly quota: number,
    private readonly windowMs: number,
    most: number,
  ) {
    this.windows = new LRUCache({ max: most });
  }

  take(who: string): Counted {
    const now = Date.now();
    const window = this.current(who, now) ?? { count: 0, endsAt: now + this.windowMs };
    if (window.count === 0) this.windows.set(who, window);
    window.count += 1;
    return {
      consumedPoints: window.count,
      remainingPoints: Math.max(0, this.quota - window.count),
      msBeforeNext: window.endsAt - now,
    };
  }

  isUsedUp(who: string): boolean {
    return (this.current(who, Date.now())?.count ?? 0) >= this.quota;
  }

  private current(who: string, now: number): Window | undefined {
    const window = this.windows.get(who);
    return window && window.endsAt > now ? window : undefined;
  }
}
