import { later } from '../../../domain/shared/instant.js';
import {
  dayAt,
  inWords,
  lengthOf,
  offsetAt,
  steadyPeriods,
  writtenLocally,
  writtenOffset,
} from '../../../domain/shared/time-zone.js';
import { at } from '../../support/test-clock.js';

describe('the RFC 3339 offset of a time zone', () => {
  it.each([
    ['UTC', '2026-01-15T12:00:00Z', 'Z'],
    ['America/Toronto', '2026-01-15T12:00:00Z', '-05:00'],
    ['America/Toronto', '2026-07-15T12:00:00Z', '-04:00'],
    ['Europe/London', '2026-01-15T12:00:00Z', 'Z'],
    ['Asia/Kolkata', '2026-01-15T12:00:00Z', '+05:30'],
    ['America/St_Johns', '2026-01-15T12:00:00Z', '-03:30'],
    ['Pacific/Kiritimati', '2026-01-15T12:00:00Z', '+14:00'],
  ])('is, in %s at %s, %s', (timezone, instant, offset) => {
    expect(writtenOffset(at(instant), timezone)).toBe(offset);
  });
});

describe('the day in a time zone', () => {
  it.each([
    ['UTC', '2026-03-02T00:00:00Z', 'Monday', '2026-03-02'],
    ['America/Toronto', '2026-03-02T04:59:59Z', 'Sunday', '2026-03-01'],
    ['America/Toronto', '2026-03-02T05:00:00Z', 'Monday', '2026-03-02'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', 'Friday', '2027-01-01'],
  ])('is, in %s at %s, %s, %s', (timezone, instant, weekday, date) => {
    expect(dayAt(at(instant), timezone)).toEqual({ weekday, date });
  });
});

it('an instant is written in local time, to the minute, or in words for people', () => {
  const instant = at('2026-11-24T15:00:59.999Z');
  expect(writtenLocally(instant, 'America/Toronto')).toBe('2026-11-24T10:00:00-05:00');
  expect(writtenLocally(instant, 'UTC')).toBe('2026-11-24T15:00:00Z');
  expect(inWords(instant, 'America/Toronto')).toBe('Tue, Nov 24, 10:00 AM');
});

it('a window is as long as the clock or the calendar says, whichever is shorter', () => {
  const day = (from: string) => ({ from: at(from), to: later(at(from), 24 * 3_600_000) });
  const hours = (from: string, timezone: string) => lengthOf(day(from), timezone) / 3_600_000;
  expect(hours('2026-10-31T12:00:00Z', 'America/Toronto')).toBe(23);
  expect(hours('2026-10-31T12:00:00Z', 'UTC')).toBe(24);
  expect(hours('2026-03-07T12:00:00Z', 'America/Toronto')).toBe(24);
});

describe('the steady periods of a window', () => {
  const change = at('2026-03-29T01:00:00.000Z');

  it.each([1, 2, 24, 25, 47, 48, 49, 72])('end at the change when the window begins %d hours before it', (hours) => {
    const window = { from: later(change, -hours * 3_600_000), to: later(change, 36 * 3_600_000) };
    const periods = [...steadyPeriods(window, 'Europe/Oslo')];
    expect(periods.filter(({ to }) => to <= change).map(({ offset }) => offset / 3_600_000)).toEqual(
      Array.from({ length: Math.ceil(hours / 24) }, () => 1),
    );
    expect(periods.find(({ to }) => to > change)).toMatchObject({ from: change, offset: 7_200_000 });
  });

  it('follow each other without a gap over both changes of a year', () => {
    const window = { from: at('2026-03-01T01:00:00.000Z'), to: at('2026-11-30T00:30:00.000Z') };
    const periods = [...steadyPeriods(window, 'Europe/Oslo')];
    expect(periods[0]?.from).toBe(window.from);
    expect(periods.at(-1)?.to).toBe(window.to);
    for (const [index, { to }] of periods.slice(0, -1).entries()) expect(periods[index + 1]?.from).toBe(to);
    for (const { from, to, offset } of periods)
      for (const instant of [from, later(to, -1)]) expect(offsetAt(instant, 'Europe/Oslo')).toBe(offset);
  });
});
