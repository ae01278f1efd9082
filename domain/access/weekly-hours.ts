import { ValidationError } from '../shared/errors.js';
import { WEEKDAYS, type HourWindow, type Weekday, type WeeklyHours } from './shop.js';

const CLOSED = 'closed';
const DAY_END = '24:00';
const TIME = /^(\d|[01]\d|2[0-3]):([0-5]\d)$/;

/**
 * Reads weekly hours such as `mon-fri 08:00-12:00,13:00-17:00; sat closed`, in upper or lower case. A day that is missing in the
 * text is closed. An empty text or `closed` closes every day. A range of days may cross the end of the week (`sat-mon`).
 * @param name the name of the setting or the column, for the error message
 * @throws ValidationError
 */
export function parseWeeklyHours(name: string, typed: string): WeeklyHours {
  const text = typed
    .toLowerCase()
    .replaceAll('–', '-')
    .split(/([-,;])/)
    .map((part) => part.trim())
    .join('');
  const hours = new Map<Weekday, readonly HourWindow[]>();
  for (const group of text === CLOSED ? [] : text.split(';').filter((part) => part !== '')) {
    const [days = '', windows, ...rest] = group.split(/\s+/);
    if (windows === undefined || rest.length > 0) refuse(name, `"${group}" must be days and hours such as mon-fri 08:00-18:00`);
    for (const day of daysOf(name, days)) {
      if (hours.has(day)) refuse(name, `${day} is named twice`);
      hours.set(day, windowsOf(name, windows));
    }
  }
  return Object.fromEntries(WEEKDAYS.flatMap((day) => (hours.get(day)?.length ? [[day, hours.get(day)]] : [])));
}

/** Prints hours in the form that `parseWeeklyHours` takes: in the order of the week, with days of equal hours together. */
export function printWeeklyHours(hours: WeeklyHours): string {
  const groups = new Map<string, Weekday[]>();
  for (const day of WEEKDAYS) {
    const windows = (hours[day] ?? []).map(({ from, until }) => `${from}-${until}`).join(',');
    if (windows !== '') groups.set(windows, [...(groups.get(windows) ?? []), day]);
  }
  return [...groups].map(([windows, days]) => `${printDays(days)} ${windows}`).join('; ') || CLOSED;
}

function daysOf(name: string, text: string): Weekday[] {
  return text.split(',').flatMap((part) => {
    const [first, last] = part.split('-', 2).map((day) => WEEKDAYS.indexOf(day as Weekday)); // -1: not a weekday
    if (first === undefined || first < 0 || last === -1 || part.split('-').length > 2) {
      refuse(name, `"${part}" is not one of ${WEEKDAYS.join(', ')} or a range of them`);
    }
    const count = last === undefined ? 1 : ((last - first + WEEKDAYS.length) % WEEKDAYS.length) + 1;
    return [...WEEKDAYS, ...WEEKDAYS].slice(first, first + count);
  });
}

function windowsOf(name: string, text: string): HourWindow[] {
  if (text === CLOSED) return [];
  const windows = text
    .split(',')
    .map((part) => windowOf(name, part))
    .sort((one, other) => (one.from < other.from ? -1 : 1));
  for (const [index, window] of windows.entries()) {
    const before = windows[index - 1];
    if (before && window.from < before.until) refuse(name, `${text} has hours that overlap`);
  }
  return windows;
}

function windowOf(name: string, text: string): HourWindow {
  const [from, until, ...rest] = text.split('-').map((part) => (part === DAY_END ? part : timeOf(part)));
  if (!from || !until || rest.length > 0 || from === DAY_END) {
    refuse(name, `"${text}" must be two times of the day such as 08:00-18:00; the end of the day is ${DAY_END}`);
  }
  if (from >= until) refuse(name, `${text} must end after it begins; give hours after midnight to the next day`);
  return { from, until };
}

function timeOf(text: string): string | null {
  const [, hour, minute] = TIME.exec(text) ?? [];
  return hour === undefined || minute === undefined ? null : `${hour.padStart(2, '0')}:${minute}`;
}

/** Prints days of the week, with a range for each run of consecutive days: `mon-wed,fri`. */
function printDays(days: readonly Weekday[]): string {
  const runs: [Weekday, ...Weekday[]][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const follows = run && WEEKDAYS.indexOf(day) === WEEKDAYS.indexOf(run[0]) + run.length;
    if (follows) run.push(day);
    else runs.push([day]);
  }
  return runs.map((run) => (run.length === 1 ? run[0] : `${run[0]}-${run.at(-1)}`)).join(',');
}

function refuse(name: string, problem: string): never {
  throw new ValidationError(name, problem);
}
