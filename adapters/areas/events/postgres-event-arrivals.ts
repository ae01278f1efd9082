import type { ClientBase } from 'pg';
import { EventArrivals, type EventWatch } from '../../../application/areas/events/event-feed.js';
import type { StoredEvent } from '../../../application/kernel/events/work.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Audience } from '../../audience.js';
import { EventFollower } from '../../storage/outbox/event-follower.js';

/** The channel on which the relay announces that it has numbered events. The payload is the id of the shop. */
const EVENTS_NUMBERED = 'events_numbered';

const ANNOUNCE = `select pg_notify('${EVENTS_NUMBERED}', s) from unnest($1::text[]) as s`;

/**
 * Announces each shop of a batch once, for the readers of the feed who wait. The announcement is in the relay's transaction, so it
 * is sent when the numbers are committed. There is one relay, so no request waits for the lock of NOTIFY.
 */
export class PostgresEventAnnouncer extends EventFollower {
  override async follow(client: ClientBase, events: readonly StoredEvent[]): Promise<void> {
    await client.query(ANNOUNCE, [[...new Set(events.map(({ shop }) => shop))]]);
  }
}

/** While announcements cannot be heard, a watch reports possible events this often, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** Watches that are told of new events by the relay's announcements, which name the shop. */
export class PostgresEventArrivals extends EventArrivals implements Audience {
  readonly channel = EVENTS_NUMBERED;
  private readonly watches = new Map<string, Set<Watch>>();
  private hearing = false;

  constructor(private readonly lookEveryMs = LOOK_EVERY_MS) {
    super();
  }

  override watch(shop: ShopId, ms: number): EventWatch {
    const watches = this.watches.get(shop) ?? new Set<Watch>();
    this.watches.set(shop, watches);
    const watch = new Watch(performance.now() + ms, {
      longestSleepMs: () => (this.hearing ? Infinity : this.lookEveryMs),
      end: () => {
        watches.delete(watch);
        if (watches.size === 0 && this.watches.get(shop) === watches) this.watches.delete(shop);
      },
    });
    watches.add(watch);
    return watch;
  }

  announced(shop: string): void {
    for (const watch of this.watches.get(shop) ?? []) watch.notice();
  }

  /**
   * When hearing begins, watches look at once for events that were announced before. When it ends, nothing was missed yet, so watches only
   * sleep less.
   */
  hear(hearing: boolean): void {
    this.hearing = hearing;
    for (const watch of [...this.watches.values()].flatMap((watches) => [...watches])) {
      if (hearing) watch.notice();
      else watch.sleepLess();
    }
  }
}

/** The object that keeps a watch: it says how long the watch may sleep, and is told of its end. */
interface Keeper {
  /** the time after which a look is due, although nothing was heard */
  longestSleepMs(): number;
  end(): void;
}

class Watch implements EventWatch {
  /** true: there may be events that nobody has looked for */
  private noticed = false;
  /** ends the present sleep; null: nobody waits */
  private wake: (() => void) | null = null;

  constructor(
    private readonly until: number,
    private readonly keeper: Keeper,
  ) {}

  notice(): void {
    this.noticed = true;
    this.wake?.();
  }

  /** Begins the present sleep anew, because from now on it must be shorter. */
  sleepLess(): void {
    this.wake?.();
  }

  async next(signal: AbortSignal): Promise<boolean> {
    while (!this.noticed && !signal.aborted) {
      const left = this.until - performance.now();
      if (left <= 0) return false;
      const longest = this.keeper.longestSleepMs();
      const isWhole = await this.sleep(Math.min(left, longest), signal);
      if (isWhole && longest < Infinity) this.noticed = true;
    }
    if (signal.aborted) return false;
    this.noticed = false;
    return true;
  }

  end(): void {
    this.keeper.end();
  }

  /** @returns false if something has ended the sleep early */
  private sleep(ms: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isWhole: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.wake = null;
        resolve(isWhole);
      };
      const wake = (): void => {
        end(false);
      };
      const timer = setTimeout(end, ms, true);
      this.wake = wake;
      signal.addEventListener('abort', wake);
    });
  }
}
