import { WEEKDAYS, type WeeklyHours } from '../access/shop.js';
import { DAY_MS, instantOf } from './instant.js';

/** The day of the week of 1970-01-01, a Thursday, in the list of weekdays. */
const FIRST_WEEKDAY = WEEKDAYS.indexOf('thu');

/** A window of a day in minutes since the beginning of the day, by the clocks on the wall. A whole day is from 0 to 1440. */
export interface DayWindow {
  readonly from: number;
  readonly to: number;
}

/** The windows of a day in their given order. @param day days since 1970-01-01; -1 is the day before, on clocks behind UTC */
export function windowsOn(hours: WeeklyHours, day: number): readonly DayWindow[] {
  const weekday = WEEKDAYS[(day + WEEKDAYS.length + FIRST_WEEKDAY) % WEEKDAYS.length];
  const windows = (weekday && hours[weekday]) ?? [];
  return windows.map(({ from, until }) => ({ from: minutesOf(from), to: minutesOf(until) }));
}

/** The minutes from the beginning of the day to a time of the day: `24:00` is a whole day. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 'HH'.length)) * 60 + Number(time.slice('HH:'.length));
}

/** The date of a day as `YYYY-MM-DD`. @param day days since 1970-01-01 */
export function dateOf(day: number): string {
  return instantOf(day * DAY_MS).slice(0, 'YYYY-MM-DD'.length);
}
