import fc from 'fast-check';
import { instantOf, later, millisOf, monthsLater, parseInstant } from '../../../domain/shared/instant.js';
import { at } from '../../support/test-clock.js';

describe('the function parseInstant', () => {
  it.each([
    ['2026-03-02T15:00:00Z', '2026-03-02T15:00:00.000Z'],
    ['2026-03-02t15:00:00z', '2026-03-02T15:00:00.000Z'],
    ['2026-03-02T15:00:00.1Z', '2026-03-02T15:00:00.100Z'],
    ['2026-03-02T15:00:00.1239999Z', '2026-03-02T15:00:00.123Z'],
    ['2026-03-02T15:00:00.999999999999Z', '2026-03-02T15:00:00.999Z'],
    ['2026-03-02T15:00:00+05:30', '2026-03-02T09:30:00.000Z'],
    ['2026-03-02T15:00:00-00:00', '2026-03-02T15:00:00.000Z'],
    ['2025-12-31T23:59:59.999-00:01', '2026-01-01T00:00:59.999Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2024-02-29T12:00:00+23:59', '2024-02-28T12:01:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it.each([
    '',
    '2026-03-02',
    '2026-03-02T15:00Z',
    '2026-03-02T15:00:00',
    '2026-03-02 15:00:00Z',
    '20260302T150000Z',
    '2026-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-03-02T24:00:00Z',
    '2026-03-02T15:60:00Z',
    '2026-03-02T15:00:60Z',
    '2016-12-31T23:59:60Z',
    '2026-03-02T25:00:00Z',
    '2026-03-02T15:00:00+24:00',
    '2026-03-02T15:00:00+05:60',
    '2026-03-02T15:00:00+0530',
    '2026-03-02T15:00:00+05',
    '2026-03-02T15:00:00−05:00',
    '2026-03-02T15:00:00.Z',
    '2026-03-02T15:00:00,5Z',
    ' 2026-03-02T15:00:00Z',
    '2026-03-02T15:00:00Z\n',
    '2026-03-02T15:00:00ZZ',
    '1969-12-31T23:59:59Z',
    '1969-12-31T23:59:59-01:00',
    '1970-01-01T00:00:00+00:01',
    '0070-01-01T00:00:00Z',
    '9999-12-31T23:59:59-00:01',
    '+02026-03-02T15:00:00Z',
    '10000-01-01T00:00:00Z',
    '٢٠٢٦-03-02T15:00:00Z',
    '1772463600',
    'yesterday',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  it('agrees with plain calendar arithmetic on every text that looks like a date-time', () => {
    const part = (most: number): fc.Arbitrary<number> =>
      fc.oneof(fc.integer({ min: 0, max: most }), fc.constantFrom(0, 1, 23, 24, 28, 29, 30, 31, 59, 60));
    const year = fc.oneof(fc.integer({ min: 1968, max: 2032 }), fc.constantFrom(1900, 2000, 2100, 2400, 9998, 9999));
    const written = fc.record({
      year,
      month: part(13),
      day: part(32),
      hour: part(24),
      minute: part(60),
      second: part(60),
      ms: fc.integer({ min: 0, max: 999 }),
      sign: fc.constantFrom('Z', '+', '-'),
      oh: part(24),
      om: part(60),
    });
    fc.assert(
      fc.property(written, (given) => {
        expect(parseInstant(textOf(given))).toBe(modelOf(given));
      }),
      { numRuns: 2_000 },
    );
  });
});

type Written = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'ms' | 'oh' | 'om', number>> & {
  readonly sign: string;
};

function textOf({ year, month, day, hour, minute, second, ms, sign, oh, om }: Written): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const offset = sign === 'Z' ? 'Z' : `${sign}${two(oh)}:${two(om)}`;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}.${String(ms).padStart(3, '0')}${offset}`;
}

/** Computes the expected instant without `Date`: it counts the days from 1970 by plain arithmetic. */
function modelOf({ year, month, day, hour, minute, second, ms, sign, oh, om }: Written): string | null {
  const lengths = (of: number): number[] => [31, isLeap(of) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const offsetWrong = sign !== 'Z' && (oh > 23 || om > 59);
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > (lengths(year)[month - 1] ?? 0)) return null;
  if (hour > 23 || minute > 59 || second > 59 || offsetWrong) return null;
  let days =
    day -
    1 +
    lengths(year)
      .slice(0, month - 1)
      .reduce((sum, length) => sum + length, 0);
  for (let past = 1970; past < year; past += 1) days += isLeap(past) ? 366 : 365;
  const ahead = sign === 'Z' ? 0 : (sign === '-' ? -1 : 1) * (oh * 60 + om);
  const total = ((days * 24 + hour) * 60 + minute - ahead) * 60_000 + second * 1_000 + ms;
  return total < 0 || total > 253_402_300_799_999 ? null : instantOf(total);
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

describe('instants', () => {
  it('compare as texts in the order of time', () => {
    const ms = fc.integer({ min: 0, max: 253_402_300_799_999 });
    fc.assert(
      fc.property(ms, ms, (one, other) => {
        expect(instantOf(one) < instantOf(other)).toBe(one < other);
        expect(millisOf(instantOf(one))).toBe(one);
      }),
    );
  });

  it('can be moved by milliseconds', () => {
    expect(later(at('2025-12-31T23:59:59.999Z'), 1)).toBe('2026-01-01T00:00:00.000Z');
    expect(later(at('2026-01-01T00:00:00.000Z'), -1)).toBe('2025-12-31T23:59:59.999Z');
  });
});

it.each([
  ['2026-01-15T09:30:00.120Z', 1, '2026-02-15T09:30:00.120Z'],
  ['2026-01-31T00:00:00.000Z', 1, '2026-02-28T00:00:00.000Z'],
  ['2028-01-31T23:59:59.999Z', 1, '2028-02-29T23:59:59.999Z'],
  ['2026-12-31T12:00:00.000Z', 2, '2027-02-28T12:00:00.000Z'],
  ['2026-03-31T12:00:00.000Z', 24, '2028-03-31T12:00:00.000Z'],
  ['9999-12-01T12:00:00.000Z', 1, '9999-12-31T23:59:59.999Z'],
])('%s and %d months are %s', (from, months, to) => {
  expect(monthsLater(at(from), months)).toBe(to);
});
