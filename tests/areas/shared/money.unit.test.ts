import fc from 'fast-check';
import {
  decimalsOf,
  fractionOf,
  hasTooManyDecimals,
  majorUnits,
  MOST_MONEY,
  parseMoney,
  type Currency,
  type Money,
} from '../../../domain/shared/money.js';

const money = (minor: number): Money => minor as Money; // safe: any whole number is an amount of `Money`
const CURRENCIES: readonly Currency[] = ['CAD', 'JPY', 'KWD'];
const currency = fc.constantFrom(...CURRENCIES);
const amount = fc
  .oneof(
    fc.integer({ min: 0, max: MOST_MONEY }),
    fc.integer({ min: 0, max: 2000 }),
    fc.constantFrom(0, 1, 9, 10, 99, 100, 101, 999, 1000, 1001, MOST_MONEY - 1, MOST_MONEY),
  )
  .map(money);

/** Returns the amount in major units as text. It moves the decimal point in the text of the number, without computing. */
function written(minor: Money, of: Currency): string {
  const decimals = decimalsOf(of);
  const figures = String(minor).padStart(decimals + 1, '0');
  const [whole, fraction] = [
    figures.slice(0, figures.length - decimals),
    figures.slice(figures.length - decimals).replace(/0+$/, ''),
  ];
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

describe('the function decimalsOf', () => {
  it('follows ISO 4217, even for currencies whose amounts are usually shown without decimals', () => {
    for (const two of ['CAD', 'USD', 'EUR', 'HUF', 'COP', 'IDR', 'PKR', 'MGA', 'LBP'])
      expect([two, decimalsOf(two)]).toEqual([two, 2]);
    for (const none of ['JPY', 'KRW', 'CLP', 'ISK', 'VND', 'XOF']) expect([none, decimalsOf(none)]).toEqual([none, 0]);
    for (const three of ['KWD', 'BHD', 'IQD', 'TND']) expect([three, decimalsOf(three)]).toEqual([three, 3]);
  });
});

describe('the function majorUnits', () => {
  it.each([
    [0, 'CAD', 0],
    [1, 'CAD', 0.01],
    [10, 'CAD', 0.1],
    [99, 'CAD', 0.99],
    [100, 'CAD', 1],
    [29, 'CAD', 0.29],
    [1_010, 'CAD', 10.1],
    [MOST_MONEY, 'CAD', 100_000_000],
    [0, 'JPY', 0],
    [1, 'JPY', 1],
    [12_345, 'JPY', 12_345],
    [MOST_MONEY, 'JPY', 10_000_000_000],
    [1, 'KWD', 0.001],
    [1_005, 'KWD', 1.005],
    [12_340, 'KWD', 12.34],
    [MOST_MONEY - 1, 'KWD', 9_999_999.999],
    [-1, 'CAD', -0.01],
    [-150, 'CAD', -1.5],
  ])('converts %d in %s to %d', (minor, of, major) => {
    expect(majorUnits(money(minor), of)).toBe(major);
  });

  it('gives numbers that JSON writes with the same digits as stored', () => {
    fc.assert(
      fc.property(amount, currency, (minor, of) => {
        expect(JSON.stringify(majorUnits(minor, of))).toBe(written(minor, of));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the function parseMoney', () => {
  it('reads back every written amount, in every kind of currency', () => {
    fc.assert(
      fc.property(amount, currency, (minor, of) => {
        expect(parseMoney(String(majorUnits(minor, of)), of)).toBe(minor);
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts trailing zeros', () => {
    fc.assert(
      fc.property(amount, currency, fc.nat(3), fc.nat(30), (minor, of, before, after) => {
        const [whole = '', fraction = ''] = written(minor, of).split('.');
        const padded = fraction + '0'.repeat(after);
        expect(parseMoney('0'.repeat(before) + whole + (padded && `.${padded}`), of)).toBe(minor);
      }),
    );
  });

  it('refuses every further decimal except zero', () => {
    fc.assert(
      fc.property(amount, currency, fc.integer({ min: 1, max: 9 }), fc.nat(5), (minor, of, digit, zeros) => {
        const [whole = '', fraction = ''] = written(minor, of).split('.');
        expect(parseMoney(`${whole}.${fraction.padEnd(decimalsOf(of), '0')}${'0'.repeat(zeros)}${digit}`, of)).toBeNull();
      }),
    );
  });

  it('refuses the smallest amount above the maximum', () => {
    for (const [of, above] of [
      ['CAD', '100000000.01'],
      ['JPY', '10000000001'],
      ['KWD', '10000000.001'],
    ] as const) {
      expect(parseMoney(above, of)).toBeNull();
    }
    fc.assert(
      fc.property(fc.integer({ min: MOST_MONEY + 1, max: Number.MAX_SAFE_INTEGER }).map(money), currency, (minor, of) => {
        expect(parseMoney(written(minor, of), of)).toBeNull();
      }),
    );
    expect(parseMoney('9'.repeat(400), 'CAD')).toBeNull();
  });

  it.each([
    '',
    ' ',
    '-1',
    '-0.01',
    '+1',
    '1,50',
    '1.',
    '.5',
    '1.5.0',
    '1e3',
    '1E3',
    '0x10',
    'Infinity',
    'NaN',
    '1 000',
    '1_000',
    ' 1',
    '1 ',
    '1\n',
    '$1',
    '1.00 CAD',
    '١',
    'one',
  ])('refuses %j', (text) => {
    for (const of of CURRENCIES) expect(parseMoney(text, of)).toBeNull();
  });
});

it.each([
  ['1.25', 'CAD', false],
  ['1.2500', 'CAD', false],
  ['1.251', 'CAD', true],
  ['1', 'JPY', false],
  ['1.0', 'JPY', false],
  ['1.5', 'JPY', true],
  ['much', 'CAD', false],
])('%s %s has too many decimals: %j', (text, currency, has) => {
  expect(hasTooManyDecimals(text, currency)).toBe(has);
});

it.each([
  [1000, 1, 3, 333],
  [1000, 2, 3, 667],
  [5, 1, 2, 3],
  [4, 1, 8, 1],
  [3, 1, 8, 0],
  [0, 9, 10, 0],
  [9_007_199_254_740_991, 10_000, 10_000, 9_007_199_254_740_991],
])('%d × %d / %d is %d, half rounded up', (money, numerator, denominator, part) => {
  expect(fractionOf(money as Money, numerator, denominator)).toBe(part); // safe: whole numbers
});
