import type { HourWindow, WeeklyHours } from '../../../domain/access/shop.js';
import {
  MOST_SLOTS,
  type Availability,
  type BookedJob,
  type BookingQuestion,
  type NoSlotReason,
  type Slot,
} from '../../../domain/booking/booking.js';
import { instantOf, millisOf } from '../../../domain/shared/instant.js';
import { staffId } from '../../support/builders/a-booking.js';
import { wallClock, type WallTime } from '../../support/wall-clock.js';

const MINUTE = 60_000;
const STANDARD_MINUTES = 60;

/** The time on the wall at every minute of a period. */
export interface WallTable {
  /** the first minute, since 1970 */
  readonly first: number;
  readonly wall: readonly WallTime[];
}

export function wallTable(first: number, length: number, timezone: string): WallTable {
  return { first, wall: Array.from({ length }, (_, index) => wallClock((first + index) * MINUTE, timezone)) };
}

/** The state of a bay or a person at each minute of the table. */
interface Column {
  readonly name: string;
  /** the window in which the person works, as `windowsOf` names it; a bay has one window that never ends */
  readonly window: readonly (number | null)[];
  readonly taken: boolean[];
}

/**
 * The rules of booking, minute by minute: a table of the minutes and the bays, and one of the minutes and the people. It reads the
 * clock at every minute. All that a question is about must lie within the table, except the end of the time for which a bay is
 * held. The nearest starts are no part of it.
 */
export function availabilityModel(question: BookingQuestion, table: WallTable): Availability {
  const { rules, work, only, people: all, openingHours } = question;
  const shop = windowsOf(openingHours, question.closures, table.wall);
  const [bays, people] = [takenBays(question, table), takenPeople(question, table)];
  const chosen = people.filter(({ name }) => only === null || name === only);
  const [from, to] = [question.window.from, question.window.to].map(
    (instant) => Math.ceil(millisOf(instant) / MINUTE) - table.first,
  );
  const minutes = range(from!, to!);
  const earliest = millisOf(question.now) / MINUTE + rules.leadMinutes - table.first;
  const lastDate = daysLater(wallClock(millisOf(question.now), question.timezone).date, rules.horizonDays);
  const isLate = (minute: number): boolean => minute >= earliest;
  const isNear = (minute: number): boolean => table.wall[minute]!.date <= lastDate;
  const fits = (windows: Column['window'], start: number): boolean =>
    windows[start] !== null && every(start, start + work.minutes, (minute) => windows[minute] === windows[start]);
  const isUntaken = ({ taken }: Column, start: number, length: number): boolean =>
    every(start, start + length, (minute) => taken[minute] !== true);

  const steps = minutes.filter((minute) => isStart(minute, shop, table.wall, rules.stepMinutes));
  const isOpen = range(Math.floor(millisOf(question.window.from) / MINUTE) - table.first, to!).some(
    (minute) => shop[minute] !== null,
  );
  const starts = steps.length > 0 ? steps : minutes.filter((minute) => shop[minute] !== null).slice(0, 1);
  const fitting = starts.filter((start) => fits(shop, start));
  const possible = fitting.filter((start) => isLate(start) && isNear(start));
  const slots = possible.flatMap((start): Slot[] => {
    const bay = bays.find((one) => isUntaken(one, start, heldBay(question)));
    const person = chosen.find((one) => fits(one.window, start) && isUntaken(one, start, heldPerson(question)));
    if (!person || (!bay && bays.length > 0)) return [];
    const [startsAt, endsAt] = [start, start + work.minutes].map((minute) => instantOf((minute + table.first) * MINUTE));
    return [{ startsAt: startsAt!, endsAt: endsAt!, bay: bay?.name ?? null, staffId: staffId(person.name) }];
  });

  const reason = (): NoSlotReason => {
    if (all.length === 0) return 'no_staff';
    const windows = Object.values(openingHours).flat();
    const isTooShort = windows.every((window) => minutesOf(window.until) - minutesOf(window.from) < work.minutes);
    if (windows.length > 0 && isTooShort) return 'longer_than_opening_hours';
    if (!minutes.some(isLate)) return 'too_soon';
    if (!minutes.some(isNear)) return 'too_far_ahead';
    if (!isOpen) return 'closed';
    if (steps.length === 0) return 'no_start_then';
    if (fitting.length === 0) return 'ends_after_closing';
    if (possible.length === 0) return isLate(fitting[0]!) ? 'too_far_ahead' : 'too_soon';
    return possible.some((start) => chosen.some((one) => fits(one.window, start))) ? 'fully_booked' : 'nobody_works';
  };
  const omitted = Math.max(0, slots.length - MOST_SLOTS);
  return { slots: slots.slice(0, MOST_SLOTS), omitted, reason: slots.length > 0 ? null : reason() };
}

/** How long the person is held, from the start of the work. */
function heldPerson({ work, rules }: BookingQuestion): number {
  return work.minutes + rules.bufferMinutes;
}

/** How long the bay is held, from the start of the work. */
function heldBay({ work, rules }: BookingQuestion): number {
  return work.minutes + Math.max(work.cureMinutes, rules.bufferMinutes);
}

/** The window that the wall shows at each minute: its first minute stands for it. Null: none, or the day is closed. */
function windowsOf(hours: WeeklyHours, closures: readonly string[], wall: readonly WallTime[]): (number | null)[] {
  const firstMinutes = new Map<HourWindow, Map<string, number>>();
  return wall.map(({ weekday, date, time }, minute) => {
    const window = hours[weekday]?.find(({ from, until }) => from <= time && time < until);
    if (!window || closures.includes(date)) return null;
    const ofDates = firstMinutes.get(window) ?? new Map<string, number>();
    firstMinutes.set(window, ofDates);
    const first = ofDates.get(date) ?? minute;
    ofDates.set(date, first);
    return first;
  });
}

/** Tells whether a minute is a number of steps after its window's first minute, on the wall. */
function isStart(minute: number, windows: Column['window'], wall: readonly WallTime[], step: number): boolean {
  const first = windows[minute] ?? null;
  return first !== null && (minutesOf(wall[minute]!.time) - minutesOf(wall[first]!.time)) % step === 0;
}

function takenBays(question: BookingQuestion, table: WallTable): Column[] {
  const always = table.wall.map(() => 0);
  const columns = question.bays.map((name): Column => ({ name, window: always, taken: [] }));
  return filled(columns, question, table, heldBay(question), ({ bay }) => columns.find(({ name }) => name === bay) ?? 'any');
}

function takenPeople(question: BookingQuestion, table: WallTable): Column[] {
  const columns = question.people.map(({ id, hours }): Column => {
    return { name: id, window: windowsOf(hours, question.closures, table.wall), taken: [] };
  });
  return filled(columns, question, table, heldPerson(question), ({ assigneeId }) => {
    const column = columns.find(({ name }) => name === assigneeId);
    return column ?? (assigneeId !== null && question.activeStaff.has(assigneeId) ? 'none' : 'any');
  });
}

/** Marks the minutes of the jobs that touch the asked time or the held time after it: first of those whose column is known, then of those that can take any column. */
function filled(
  columns: Column[],
  { jobs, window }: BookingQuestion,
  { first }: WallTable,
  held: number,
  columnOf: (job: BookedJob) => Column | 'any' | 'none',
): Column[] {
  const [from, to] = [Math.ceil(millisOf(window.from) / MINUTE), Math.ceil(millisOf(window.to) / MINUTE) + held];
  const times = jobs
    .map((job) => ({ column: columnOf(job), job, minutes: minutesOfJob(job) }))
    .filter(({ minutes }) => minutes.some((minute) => from <= minute && minute < to))
    .map((one) => ({ ...one, minutes: one.minutes.map((minute) => minute - first) }));
  for (const { column, minutes } of times)
    if (typeof column === 'object') minutes.forEach((minute) => (column.taken[minute] = true));
  const isFree = ({ window: works, taken }: Column, minute: number): boolean => taken[minute] !== true && works[minute] !== null;
  const loose = times.filter(({ column }) => column === 'any');
  loose.sort((one, other) => millisOf(one.job.scheduledStart) - millisOf(other.job.scheduledStart));
  for (const { minutes } of loose) {
    const whole = columns.find((column) => minutes.every((minute) => isFree(column, minute)));
    for (const minute of minutes) {
      const column = whole ?? columns.find((one) => isFree(one, minute));
      if (column) column.taken[minute] = true;
    }
  }
  return columns;
}

/** Every minute of which a job takes at least a part. */
function minutesOfJob({ scheduledStart, scheduledEnd }: BookedJob): number[] {
  const start = millisOf(scheduledStart);
  const end = scheduledEnd === null ? start : millisOf(scheduledEnd);
  return range(Math.floor(start / MINUTE), Math.ceil((end > start ? end : start + STANDARD_MINUTES * MINUTE) / MINUTE));
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function daysLater(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

function every(from: number, to: number, test: (minute: number) => boolean): boolean {
  for (let minute = from; minute < to; minute += 1) if (!test(minute)) return false;
  return true;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
