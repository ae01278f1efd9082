import { v7 } from 'uuid';
import { toId, type Id, type ShopId } from '../../domain/shared/id.js';
import { instantOf, millisOf, type Instant } from '../../domain/shared/instant.js';
import { Random } from './random.js';

export const DAY = 86_400_000;
export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** One of so many rows repeats the time of the row before it, as bulk entries do. */
const TIE_EVERY = 40;

/** The demo shop is recognised by its id. */
export const DEMO_SHOP_ID = knownId<'Shop'>('00000000-0000-7000-8000-00000000de30') satisfies ShopId;

/** One kind's part of the demo: its own random numbers, so that a change of one kind leaves the others as they are. */
export class Scene {
  readonly random: Random;

  constructor(
    readonly seed: string,
    readonly now: Instant,
    part: string,
  ) {
    this.random = new Random(`${seed} ${part}`);
  }

  /** A UUIDv7 of that time. */
  id<Kind extends string>(at: Instant): Id<Kind> {
    return knownId(v7({ msecs: millisOf(at), random: this.random.bytes(16) }));
  }

  daysAgo(days: number): Instant {
    return instantOf(millisOf(this.now) - days * DAY);
  }

  between(from: Instant, to: Instant): Instant {
    const [first, last] = [millisOf(from), millisOf(to)];
    return instantOf(this.random.integer(first, Math.max(first, last)));
  }

  /** Within so many days after a time, and never in the future. */
  soonAfter(at: Instant, days: number): Instant {
    return this.between(at, earlier(instantOf(millisOf(at) + days * DAY), this.now));
  }

  /** So many times in order, between that many days ago and now, more of them lately, now and then two alike. */
  times(count: number, days: number): Instant[] {
    const times = Array.from({ length: count }, () => this.daysAgo(days * (1 - Math.sqrt(this.random.fraction())))).sort();
    return times.map((time, index) => (index % TIE_EVERY === 1 ? (times[index - 1] ?? time) : time));
  }

  /**
   * A quarter of an hour in the shop's working week, on the day of that time or on Monday after a Sunday:
   * 13 to 21 UTC is 9 to 17 or 8 to 16 in Toronto, in summer and in winter.
   */
  workingTime(day: Instant): Instant {
    const midnight = Math.floor(millisOf(day) / DAY) * DAY;
    const sunday = new Date(midnight).getUTCDay() === 0;
    return instantOf(midnight + (sunday ? DAY : 0) + 13 * HOUR + this.random.integer(0, 32) * 15 * MINUTE);
  }
}

export function after(at: Instant, ms: number): Instant {
  return instantOf(millisOf(at) + ms);
}

export function earlier(one: Instant, other: Instant): Instant {
  return one < other ? one : other;
}

export function latest(first: Instant, ...others: (Instant | null)[]): Instant {
  return others.reduce<Instant>((latestSoFar, time) => (time !== null && time > latestSoFar ? time : latestSoFar), first);
}

function knownId<Kind extends string>(text: string): Id<Kind> {
  const id = toId<Kind>(text);
  if (id === null) throw new Error(`${text} is no UUID`);
  return id;
}
