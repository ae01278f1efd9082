import { FairLine } from './fair-line.js';

/** A shop's background work gives way to other shops for this long after their last request. */
const RECENT_MS = 1000;
/**
 * While it gives way, the event loop should wait at least so many times as long as it works. The work of the database, perhaps on
 * the same machine, comes on top.
 */
const IDLE_PER_BUSY = 3;
/** Earlier idle time counts up to this much, so that short pieces of work can begin one after the other. */
const MOST_SAVED_MS = 2;
/** Earlier busy time counts up to this much, so that work begins again soon after requests become fewer. */
const MOST_OWED_MS = 20;
/** Some work begins after this time, however busy the event loop is. */
const LONGEST_PAUSE_MS = 20;
/** Each request lets a piece of its shop's work begin, because many requests bring one with them. So many requests count at most. */
const MOST_GRANTED = 20;

/** The event loop of a process, as far as background work must know it. Times are in milliseconds. */
export interface EventLoop {
  now(): number;
  /** since the start of the process */
  times(): { readonly busy: number; readonly idle: number };
  inNextTurn(call: () => void): void;
  soon(call: () => void): void;
}

const OF_THIS_PROCESS: EventLoop = {
  now: () => performance.now(),
  times: () => {
    const { active: busy, idle } = performance.eventLoopUtilization();
    return { busy, idle };
  },
  inNextTurn: (call) => {
    setImmediate(call);
  },
  soon: (call) => {
    setTimeout(call, 1);
  },
};

/**
 * Decides when pieces of background work begin in a process that also answers requests. Shops take turns, and one piece begins in
 * each turn of the event loop. Much work is often ready at one moment. If it began at once, the turn would be long, and a request
 * would wait for its end, several times in a row.
 *
 * While requests of other shops come, a shop's work also waits for idle time of the event loop. Otherwise a burst would take all of
 * the processor, and reads of the other shops would take several times as long.
 */
export class BackgroundTurns {
  private readonly line = new FairLine<() => void>();
  private isWaiting = false;
  /** the shop that sent the last request, and when; and when the last request of any other shop came */
  private latest = { shop: '', at: -Infinity };
  private othersAt = -Infinity;
  /** the pieces of each shop that its requests let begin */
  private readonly granted = new Map<string, number>();
  /** the idle time that is still missing; below 0: there was more than necessary */
  private owed = 0;
  private counted;
  private beganAt = -Infinity;

  constructor(private readonly loop: EventLoop = OF_THIS_PROCESS) {
    this.counted = loop.times();
  }

  /** the pieces of work that are ready and wait */
  get waiting(): number {
    return this.line.length;
  }

  /** @param now as `performance.now()` counts */
  noteRequest(shop: string, now: number): void {
    if (shop !== this.latest.shop) {
      this.othersAt = this.latest.at;
      this.latest.shop = shop;
    }
    this.latest.at = now;
    const granted = this.granted.get(shop) ?? 0;
    if (granted < MOST_GRANTED) this.granted.set(shop, granted + 1);
  }

  /**
   * Resolves when a piece of this shop's work may begin.
   * @param ends when it is aborted, the piece waits no longer
   */
  turn(shop: string, ends: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const begin = (): void => {
        ends.removeEventListener('abort', begin);
        resolve();
      };
      if (ends.aborted) {
        begin();
        return;
      }
      ends.addEventListener('abort', begin);
      this.line.push(shop, begin);
      if (!this.isWaiting) this.loop.inNextTurn(this.next);
      this.isWaiting = true;
    });
  }

  private readonly next = (): void => {
    const now = this.loop.now();
    const shop = this.choose(now);
    if (shop === undefined) {
      this.loop.soon(this.next);
      return;
    }
    this.beganAt = now;
    this.line.shift(shop)?.();
    this.isWaiting = this.line.length > 0;
    if (this.isWaiting) this.loop.inNextTurn(this.next);
  };

  /** Chooses the shop whose oldest piece begins: the next one that may. Undefined: none may begin now. */
  private choose(now: number): string | undefined {
    this.count();
    const isFree = this.owed <= 0 || now - this.beganAt >= LONGEST_PAUSE_MS;
    for (const shop of this.line.parties()) {
      if (isFree || now - this.lastRequestBeside(shop) > RECENT_MS || this.useGrant(shop)) return shop;
    }
    return undefined;
  }

  private useGrant(shop: string): boolean {
    const granted = this.granted.get(shop) ?? 0;
    if (granted > 1) this.granted.set(shop, granted - 1);
    else this.granted.delete(shop);
    return granted > 0;
  }

  private count(): void {
    const { busy, idle } = this.loop.times();
    const missing = (busy - this.counted.busy) * IDLE_PER_BUSY - (idle - this.counted.idle);
    this.owed = Math.min(Math.max(this.owed + missing, -MOST_SAVED_MS), MOST_OWED_MS);
    this.counted = { busy, idle };
  }

  /** When the last request of another shop than this one came. */
  private lastRequestBeside(shop: string): number {
    return shop === this.latest.shop ? this.othersAt : this.latest.at;
  }
}
