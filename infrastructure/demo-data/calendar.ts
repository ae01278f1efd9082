import { WEEKDAYS } from '../../domain/access/shop.js';
import { instantOf, later, millisOf, type Instant } from '../../domain/shared/instant.js';
import { offsetAt, steadyPeriods } from '../../domain/shared/time-zone.js';
import type { DemoShop } from './demo-shops.js';
import type { Random } from './random.js';

export const DAY = 86_400_000;
export const HOUR = 3_600_000;
export const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

/** The working days and closures of a shop, from last year to next year. */
export class DemoCalendar {
  /** `YYYY-MM-DD`, in order */
  readonly closures: readonly string[];
  /** the last change of the shop's clocks within 300 days; null: there was none */
  readonly clockChange: Instant | null;
  /** the beginning of the shop's present day, as if its clocks showed UTC */
  private readonly today: number;

  constructor(
    private readonly shop: Pick<DemoShop, 'timezone' | 'holidays' | 'settings'>,
    private readonly now: Instant,
  ) {
    const year = Number(now.slice(0, 4));
    this.closures = [year - 1, year, year + 1].flatMap((one) => shop.holidays.map((day) => `${one}-${day}`)).sort();
    this.today = Math.floor((millisOf(now) + offsetAt(now, shop.timezone)) / DAY) * DAY;
    const periods = [...steadyPeriods({ from: later(now, -300 * DAY), to: now }, shop.timezone)];
    const change = periods.findLast(({ offset }, index) => index > 0 && offset !== periods[index - 1]?.offset);
    this.clockChange = change?.from ?? null;
  }

  /**
   * Returns a quarter of an hour in the opening hours of a day, an hour before they end at the latest.
   * @param days from today to that day. If it suits no work, a day in the past is replaced by the working day before it, and
   * another one by the next working day.
   */
  workingTime(days: number, random: Random): Instant {
    const step = days > 0 ? 1 : -1;
    for (let day = this.today + days * DAY; ; day += step * DAY) {
      const windows = this.shop.settings.openingHours[WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7] ?? 'mon'];
      if (!windows || this.closures.includes(instantOf(day).slice(0, 10))) continue;
      const { from, until } = random.pick(windows);
      const [first, last] = [minutesOf(from) * MINUTE, (minutesOf(until) - 60) * MINUTE];
      const time = this.instantAt(day + first + random.integer(0, (last - first) / QUARTER) * QUARTER);
      if (step > 0 || time < this.now) return time;
    }
  }

  /** @param local the time that the shop's clocks show, as if it were UTC */
  private instantAt(local: number): Instant {
    const { timezone } = this.shop;
    const nearly = local - offsetAt(instantOf(local), timezone);
    return instantOf(local - offsetAt(instantOf(nearly), timezone));
  }
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
