import type { Allowance } from '../../application/ports/rate-limiter.js';

export interface Window {
  /** the calls that this process has counted and did not refuse */
  own: number;
  /** the calls that other processes have counted, as far as this process knows; always 0 if limits are not shared */
  others: number;
  /** the connection on which `others` was heard; 0: none was */
  heardOn: number;
  /** true: this process has refused a call */
  refused: boolean;
  /** tells the windows of a caller in this process apart */
  readonly number: number;
  readonly since: number;
  endsAt: number;
}

/** The place where windows are kept, by the name of the caller. It may forget a window, and the caller then begins a new one. */
export interface KeptWindows {
  get(who: string): Window | undefined;
  set(who: string, window: Window): unknown;
}

/** Counts the calls of each caller in fixed windows. A window begins with the first call that it counts. */
export class Windows {
  private opened = 0;

  constructor(
    readonly quota: number,
    private readonly windowMs: number,
    private readonly kept: KeptWindows,
  ) {}

  take(who: string): Allowance {
    const now = Date.now();
    const window = this.at(who, now);
    window.own += 1;
    return this.judge(window, window.own + window.others, now);
  }

  giveBack(who: string): Allowance {
    const now = Date.now();
    const window = this.at(who, now);
    if (window.own > 0) window.own -= 1;
    return this.standing(window, window.own + window.others, now);
  }

  isUsedUp(who: string): boolean {
    const window = this.current(who, Date.now());
    return window !== undefined && window.own + window.others >= this.quota;
  }

  /** The caller's window. It is a new one if the last one has ended or ends within `soonMs`. */
  at(who: string, now: number, soonMs = 0): Window {
    return this.current(who, now + soonMs) ?? this.open(who, now);
  }

  /** Judges a call that is counted already. A refused call is taken out of the count. @param total the count with this call */
  judge(window: Window, total: number, now: number): Allowance {
    if (total <= this.quota) return this.standing(window, total, now);
    const refusedBefore = window.refused;
    window.own -= 1;
    window.refused = true;
    const refusal = { ...this.standing(window, total, now), allowed: false };
    return refusedBefore ? { ...refusal, refusedBefore } : refusal;
  }

  standing(window: Window, total: number, now: number): Allowance {
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    return { allowed: true, quota: this.quota, remaining: Math.max(0, this.quota - total), resetSeconds };
  }

  private current(who: string, now: number): Window | undefined {
    const window = this.kept.get(who);
    return window && window.endsAt > now ? window : undefined;
  }

  private open(who: string, now: number): Window {
    this.opened += 1;
    const window = {
      own: 0,
      others: 0,
      heardOn: 0,
      refused: false,
      number: this.opened,
      since: now,
      endsAt: now + this.windowMs,
    };
    this.kept.set(who, window);
    return window;
  }
}

/**
 * Keeps each window until its end. A window that began earlier ends earlier, or a shared one has an end of its own. So a window may
 * be kept for at most one window longer than it lasts.
 */
export class WindowsUntilTheirEnd implements KeptWindows {
  /** in the order in which the windows began */
  private readonly windows = new Map<string, Window>();

  get(who: string): Window | undefined {
    return this.windows.get(who);
  }

  set(who: string, window: Window): void {
    this.windows.delete(who); // a key that is set again would keep its old place in the order
    for (const [other, { endsAt }] of this.windows) {
      if (endsAt > window.since) break;
      this.windows.delete(other);
    }
    this.windows.set(who, window);
  }
}
