export interface Window {
  count: number;
  readonly since: number;
  readonly endsAt: number;
}

/** The place where windows are kept, by the name of the caller. It may forget a window, and the caller then begins a new one. */
export interface KeptWindows {
  get(who: string): Window | undefined;
  set(who: string, window: Window): unknown;
}

/** The state of a window after a call was counted or given back. */
export interface Counted {
  readonly count: number;
  readonly remaining: number;
  readonly msLeft: number;
}

/** Counts the calls of each caller in fixed windows. A window begins with the first call that it counts. */
export class Windows {
  constructor(
    private readonly quota: number,
    private readonly windowMs: number,
    private readonly kept: KeptWindows,
  ) {}

  take(who: string): Counted {
    return this.add(who, 1);
  }

  giveBack(who: string): Counted {
    return this.add(who, -1);
  }

  isUsedUp(who: string): boolean {
    return (this.current(who, Date.now())?.count ?? 0) >= this.quota;
  }

  private add(who: string, calls: 1 | -1): Counted {
    const now = Date.now();
    const window = this.current(who, now) ?? this.open(who, now);
    window.count += calls;
    return { count: window.count, remaining: Math.max(0, this.quota - window.count), msLeft: window.endsAt - now };
  }

  private current(who: string, now: number): Window | undefined {
    const window = this.kept.get(who);
    return window && window.endsAt > now ? window : undefined;
  }

  private open(who: string, now: number): Window {
    const window = { count: 0, since: now, endsAt: now + this.windowMs };
    this.kept.set(who, window);
    return window;
  }
}

/** Keeps each window until its end. All windows are equally long, so the one that began first also ends first. */
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
