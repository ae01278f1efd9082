import { v7 } from 'uuid';
import type { Id } from '../../../domain/shared/id.js';
import { instantOf, millisOf, type Instant } from '../../../domain/shared/instant.js';
import { Calendar, DAY, HOUR, MINUTE } from '../shops/calendar.js';
import type { DemoShop } from '../shops/demo-shop.js';
import { knownId } from '../shops/ids.js';
import { Random } from './random.js';

/** One row in 40 has the same time as the row before it, because rows that are entered in bulk have equal times. */
const TIE_EVERY = 40;
const OF_TODAY = 2;
const QUARTER = 15 * MINUTE;

/** A shop, the current time and the seed of the demo. */
export class ShopContext {
  readonly calendar: Calendar;

  constructor(
    readonly seed: string,
    readonly now: Instant,
    readonly shop: DemoShop,
  ) {
    this.calendar = new Calendar(shop, now);
  }
}

/**
 * The context in which one part is made. It has its own random numbers, so a change of one part does not change the random
 * numbers of the others.
 */
export class PartContext {
  readonly random: Random;
  readonly shop: DemoShop;
  readonly now: Instant;

  constructor(
    readonly shopContext: ShopContext,
    part: string,
  ) {
    this.shop = shopContext.shop;
    this.now = shopContext.now;
    this.random = new Random(`${shopContext.seed} ${shopContext.shop.id} ${part}`);
  }

  /** A UUIDv7 for the given time. */
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

  /** A time within `days` after `at`, but never in the future. */
  soonAfter(at: Instant, days: number): Instant {
    return this.between(at, earlier(after(at, days * DAY), this.now));
  }

  /**
   * Returns `count` times in order, from `days` ago until now. Recent times are more frequent. At least two times are within the
   * last 24 hours, and some times are equal.
   */
  times(count: number, days: number): Instant[] {
    const age = (index: number): number => (index < OF_TODAY ? 1 : days) * (1 - Math.sqrt(this.random.fraction()));
    const times = Array.from({ length: count }, (_, index) => this.daysAgo(age(index))).sort();
    return times.map((time, index) => (index % TIE_EVERY === 1 ? (times[index - 1] ?? time) : time));
  }

  /**
   * Returns a time within working hours, at a full quarter of an hour, on the given day. If the shop is closed on that day, it
   * takes the next working day.
   */
  workingTime(day: Instant): Instant {
    return this.quarterOf(this.shopContext.calendar.workday(day, 1));
  }

  /** Does the same as `workingTime`, but if the shop is closed on the given day, it takes the working day before. */
  workedTime(day: Instant): Instant {
    return this.quarterOf(this.shopContext.calendar.workday(day, -1));
  }

  private quarterOf({ from, hours }: { readonly from: Instant; readonly hours: number }): Instant {
    return after(from, this.random.integer(0, (hours * HOUR) / QUARTER) * QUARTER);
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
