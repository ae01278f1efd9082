import fc from 'fast-check';
import { STANDARD_SETTINGS, type HourWindow, type WeeklyHours } from '../../../domain/access/shop.js';
import { instantOf, millisOf } from '../../../domain/shared/instant.js';
import { isTextingTime, nextTextingTime } from '../../../domain/texting/texting-hours.js';
import { clockChanges } from '../../support/clock-changes.js';
import { at } from '../../support/test-clock.js';
import { wallClock, type WallTime } from '../../support/wall-clock.js';

const MINUTE = 60_000;
const STANDARD = STANDARD_SETTINGS.textingHours;
const TORONTO = 'America/Toronto';
const SUNDAY = (from: string, until: string): WeeklyHours => ({ sun: [{ from, until }] });

describe('the texting hours', () => {
  it.each([
    ['2026-03-02T07:59:59.999-05:00', false],
    ['2026-03-02T08:00:00-05:00', true],
    ['2026-03-02T20:59:59.999-05:00', true],
    ['2026-03-02T21:00:00-05:00', false],
  ])('have their start inside and their end outside: %s is %s', (instant, expected) => {
    expect(isTextingTime(STANDARD, [], TORONTO, at(instant))).toBe(expected);
  });

  it('of a whole day have no gap at midnight', () => {
    const allDay = { mon: [{ from: '00:00', until: '24:00' }], tue: [{ from: '00:00', until: '24:00' }] };
    const asked = ['2026-03-02T00:00:00Z', '2026-03-02T23:59:59.999Z', '2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z'];
    expect(asked.map((one) => isTextingTime(allDay, [], 'UTC', at(one)))).toEqual([true, true, true, false]);
  });

  it('are over on a closed day, by the date in the shop’s time zone', () => {
    const asked = ['2026-03-01T20:00:00-05:00', '2026-03-02T20:00:00-05:00', '2026-03-03T08:00:00-05:00'];
    expect(asked.map((one) => isTextingTime(STANDARD, ['2026-03-02'], TORONTO, at(one)))).toEqual([true, false, true]);
  });

  it('begin with the first minute that exists, if their start is skipped', () => {
    // On 2026-03-08 the clocks of Toronto go from 02:00 to 03:00.
    const hours = SUNDAY('02:30', '03:30');
    const before = at('2026-03-08T01:59:00-05:00');
    expect(nextTextingTime(hours, [], TORONTO, before)).toBe(at('2026-03-08T03:00:00-04:00'));
  });

  it('do not exist on a day that skips all of them', () => {
    const next = nextTextingTime(SUNDAY('02:15', '02:45'), [], TORONTO, at('2026-03-07T12:00:00Z'));
    expect(next).toBe(at('2026-03-15T02:15:00-04:00'));
  });

  it('count twice within an hour that is repeated', () => {
    // On 2026-11-01 the clocks of Toronto go from 02:00 back to 01:00.
    const hours = SUNDAY('01:15', '01:45');
    const times = ['01:14:59-04:00', '01:15:00-04:00', '01:45:00-04:00', '01:14:59-05:00', '01:15:00-05:00', '01:45:00-05:00'];
    const inside = times.map((time) => isTextingTime(hours, [], TORONTO, at(`2026-11-01T${time}`)));
    expect(inside).toEqual([false, true, false, false, true, false]);
    expect(nextTextingTime(hours, [], TORONTO, at('2026-11-01T01:45:00-04:00'))).toBe(at('2026-11-01T01:15:00-05:00'));
  });
});

describe('the next texting time', () => {
  it.each([
    ['now', '2026-03-02T12:34:56.789-05:00', '2026-03-02T12:34:56.789-05:00'],
    ['this morning', '2026-03-02T03:00:00-05:00', '2026-03-02T08:00:00-05:00'],
    ['tomorrow', '2026-03-02T21:00:00-05:00', '2026-03-03T08:00:00-05:00'],
    ['on another offset, after the clocks have changed', '2026-03-07T22:00:00-05:00', '2026-03-08T08:00:00-04:00'],
  ])('is %s', (_, from, next) => {
    expect(nextTextingTime(STANDARD, [], TORONTO, at(from))).toBe(at(next));
  });

  it('is after the closed days', () => {
    const closures = ['2026-12-26', '2026-12-25', '2026-12-28'];
    expect(nextTextingTime(STANDARD, closures, TORONTO, at('2026-12-24T21:00:00-05:00'))).toBe(at('2026-12-27T08:00:00-05:00'));
  });

  it('is the earliest of several windows, in any order', () => {
    const windows: HourWindow[] = [
      { from: '17:00', until: '18:00' },
      { from: '09:00', until: '10:00' },
    ];
    expect(nextTextingTime({ wed: windows }, [], 'UTC', at('2026-03-02T00:00:00Z'))).toBe(at('2026-03-04T09:00:00Z'));
    expect(nextTextingTime({ wed: windows }, [], 'UTC', at('2026-03-04T10:00:00Z'))).toBe(at('2026-03-04T17:00:00Z'));
  });

  it('is searched for on 366 days', () => {
    const from = at('2026-01-01T00:00:00Z');
    const closed = (days: number): string[] =>
      Array.from({ length: days }, (_, day) => instantOf(millisOf(from) + day * 1440 * MINUTE).slice(0, 10));
    expect(nextTextingTime(STANDARD, closed(365), 'UTC', from)).toBe(at('2027-01-01T08:00:00Z'));
    expect(nextTextingTime(STANDARD, closed(366), 'UTC', from)).toBeNull();
    expect(nextTextingTime({}, [], TORONTO, from)).toBeNull();
  });
});

/** Reads the clock at every minute and asks nothing else. */
function isOpen({ weekday, date, time }: WallTime, hours: WeeklyHours, closures: readonly string[]): boolean {
  return !closures.includes(date) && (hours[weekday] ?? []).some(({ from, until }) => from <= time && time < until);
}

describe('in every time zone whose clocks have changed since 2020, around the last change of each kind', () => {
  const CHANGES = clockChanges('2020-01-01T00:00:00Z', '2027-01-01T00:00:00Z');
  const BEFORE = 300;
  const LENGTH = 900;

  /** Windows that begin and end near the time of the change. */
  const windowsAround = (wall: readonly WallTime[]): fc.Arbitrary<readonly HourWindow[]> => {
    const time = fc.nat(LENGTH - 1).map((minute) => wall[minute]!.time);
    const window = fc.tuple(time, fc.oneof(time, fc.constant('24:00'))).map(([one, other]): HourWindow => {
      return one < other ? { from: one, until: other } : { from: other, until: one };
    });
    return fc.array(window, { minLength: 1, maxLength: 2 });
  };

  it('covers both kinds of changes in more than a hundred zones', () => {
    const zones = (kind: 'forward' | 'back'): number => CHANGES.filter((change) => change.kind === kind).length;
    expect([zones('forward') > 100, zones('back') > 100]).toEqual([true, true]);
  });

  it('agrees with a clock that is read at every minute', () => {
    for (const { timezone, at: change } of CHANGES) {
      const first = millisOf(change) - BEFORE * MINUTE;
      const wall = Array.from({ length: LENGTH }, (_, minute) => wallClock(first + minute * MINUTE, timezone));
      const days = [...new Map(wall.map((one) => [one.date, one])).values()];
      const closures = fc.subarray(
        days.map(({ date }) => date),
        { maxLength: 1 },
      );
      fc.assert(
        fc.property(windowsAround(wall), closures, fc.nat(LENGTH - 1), (windows, closed, start) => {
          const hours: WeeklyHours = Object.fromEntries(days.map(({ weekday }) => [weekday, windows]));
          const open = wall.map((one) => isOpen(one, hours, closed));
          const from = instantOf(first + start * MINUTE);
          const minute = open.indexOf(true, start);
          const next = nextTextingTime(hours, closed, timezone, from);
          expect(isTextingTime(hours, closed, timezone, from)).toBe(open[start]);
          if (minute >= 0) expect(next).toBe(instantOf(first + minute * MINUTE));
          else expect(next === null || millisOf(next) >= first + LENGTH * MINUTE).toBe(true);
        }),
        { numRuns: 12 },
      );
    }
  }, 30_000);
});
