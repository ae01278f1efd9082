import { WEEKDAYS, type Weekday } from '../../../domain/access/shop.js';
import { instantOf, millisOf, type Instant } from '../../../domain/shared/instant.js';
import { offsetAt } from '../../../domain/shared/time-zone.js';
import type { DemoShop } from './demo-shop.js';

export const DAY = 86_400_000;
export const HOUR = 3_600_000;
export const MINUTE = 60_000;
const MONTH = 30 * DAY;

/** The working days and closures of a shop, from last year to next year. */
export class Calendar {
  /** `YYYY-MM-DD`, in order */
  readonly closures: readonly string[];
  /** the clock changes of the shop's time zone in the last ten months and the next month */
  readonly clockChanges: readonly Instant[];
  private readonly closed: ReadonlySet<string>;

  constructor(
    private readonly shop: Pick<DemoShop, 'timezone' | 'workdays' | 'holidays'>,
    now: Instant,
  ) {
    const thisYear = Number(now.slice(0, 4));
    const years = [thisYear - 1, thisYear, thisYear + 1];
    this.closures = years.flatMap((year) => shop.holidays.map((day) => `${year}-${day}`)).sort();
    this.closed = new Set(this.closures);
    const times = Array.from({ length: 12 }, (_, month) => millisOf(now) + (month - 10) * MONTH);
    const offsets = times.map((at) => this.offset(at));
    this.clockChanges = times.flatMap((at, month) => {
      return month > 0 && offsets[month] !== offsets[month - 1] ? [this.changeBetween(at - MONTH, at)] : [];
    });
  }

  /**
   * Returns when work begins on a day, and for how many hours. If the shop is closed on that day, it takes the next working day
   * (`direction` 1) or the one before (-1).
   */
  workday(at: Instant, direction: 1 | -1): { readonly from: Instant; readonly hours: number } {
    for (let midnight = Math.floor(millisOf(at) / DAY) * DAY; ; midnight += direction * DAY) {
      const day = instantOf(midnight).slice(0, 10);
      const times = this.shop.workdays[weekdayOf(midnight)];
      if (times && !this.closed.has(day)) return { from: instantOf(midnight + times[0] * HOUR), hours: times[1] };
    }
  }

  private changeBetween(before: number, after: number): Instant {
    if (after - before <= MINUTE) return instantOf(Math.floor(after / MINUTE) * MINUTE);
    const middle = Math.floor((before + after) / 2);
    return this.offset(before) === this.offset(middle) ? this.changeBetween(middle, after) : this.changeBetween(before, middle);
  }

  private offset(ms: number): number {
    return offsetAt(instantOf(ms), this.shop.timezone);
  }
}

/** The day of the week in UTC. In the working hours of the demo's shops, it is also the day in the shop's zone. */
export function weekdayOf(ms: number): Weekday {
  return WEEKDAYS[(new Date(ms).getUTCDay() + 6) % 7] ?? 'mon';
}
