import fc from 'fast-check';
import type { ReadContext } from '../../../application/kernel/fields/field.js';
import { Amount } from '../../../application/kernel/fields/fields.js';
import type { Presence } from '../../../application/kernel/fields/presence.js';
import { majorUnits, MOST_MONEY, type Money } from '../../../domain/shared/money.js';
import { parsed, withField } from '../../support/parse.js';

interface Reading extends Presence {
  readonly currency?: string;
  readonly source?: ReadContext['source'];
}

/** Reads a value with an amount field. Returns the amount in minor units, or the message of the refusal. */
function read(field: unknown, { currency, source, ...presence }: Reading = {}): unknown {
  const result = parsed(withField(Amount(presence)), field === undefined ? {} : { field }, source, currency);
  return typeof result === 'object' && result !== null && 'field' in result ? result.field : result;
}

/** Reads an amount as it is written in a JSON body. */
const written = (json: string, reading?: Reading): unknown => read(JSON.parse(json), reading);

const TOO_FINE = 'field: must have at most 2 decimals in CAD';
const REFUSED = 'field: must be an amount in CAD, from 0 to 100000000';

describe('an amount in JSON', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['0.0', 0],
    ['0.01', 1],
    ['0.1', 10],
    ['10.10', 1010],
    ['10.100000', 1010],
    ['1e3', 100_000],
    ['1.5e1', 1500],
    ['1e-2', 1],
    ['0.29', 29],
    ['1.15', 115],
    ['8.41', 841],
    ['4.35', 435],
    ['100000000', 10_000_000_000],
    ['100000000.00', 10_000_000_000],
    ['99999999.99', 9_999_999_999],
  ])('is read from %s as %d minor units', (json, minor) => {
    expect(written(json)).toBe(minor);
  });

  it('has no more decimals than the shop’s currency, apart from zeros', () => {
    expect(written('1500', { currency: 'JPY' })).toBe(1500);
    expect(written('1500.0', { currency: 'JPY' })).toBe(1500);
    expect(written('1500.5', { currency: 'JPY' })).toBe('field: must have no decimals in JPY');
    expect(written('1.005', { currency: 'KWD' })).toBe(1005);
    expect(written('1.0005', { currency: 'KWD' })).toBe('field: must have at most 3 decimals in KWD');
  });

  it('is never rounded', () => {
    expect(read(0.1 + 0.2)).toBe(TOO_FINE);
    for (const json of ['0.005', '10.101', '100.005', '0.2999', '1e-3']) expect([json, written(json)]).toEqual([json, TOO_FINE]);
    expect(written('1e-7')).toBe(REFUSED);
  });

  it.each([
    '-0.01',
    '-1',
    '-1e9',
    '100000000.01',
    '1e9',
    '1e21',
    '1e400',
    '"10.10"',
    '"0"',
    'true',
    'false',
    '[]',
    '[10]',
    '{}',
    '{"amount":10}',
  ])('refuses %s', (json) => {
    expect(written(json)).toBe(REFUSED);
  });

  it('is read from an answer as the same amount', () => {
    const minor = fc.integer({ min: 0, max: MOST_MONEY });
    fc.assert(
      fc.property(minor, fc.constantFrom('CAD', 'JPY', 'KWD'), (amount, currency) => {
        // The cast is safe: any whole number is an amount of `Money`.
        expect(written(JSON.stringify(majorUnits(amount as Money, currency)), { currency })).toBe(amount);
      }),
      { numRuns: 1_000 },
    );
  });

  it('can be absent, cleared or refused like any other field', () => {
    expect(read(undefined)).toBe('field: field is required');
    expect(read(null)).toBe('field: field is required');
    expect([read(undefined, { optional: true }), read(null, { optional: true }), written('""', { optional: true })]).toEqual([
      {},
      {},
      {},
    ]);
    expect(read(null, { change: true })).toBe('field: must not be null');
    expect(read(null, { change: true, nullable: true })).toBeNull();
    expect(read(0, { optional: true })).toBe(0);
  });
});

describe('an amount in text', () => {
  const reading = { source: 'query' } as const;

  it.each([
    ['10.10', 1010],
    [' 10.1 ', 1010],
    ['010', 1000],
    ['0', 0],
    ['100000000.00', 10_000_000_000],
  ])('is read from %j as %d minor units', (text, minor) => {
    expect(read(text, reading)).toBe(minor);
  });

  it.each(['', ' ', '-1', '+1', '1e3', '10,10', '.5', '5.', '100000000.01', 'ten', '10 CAD'])('refuses %j', (text) => {
    expect(read(text, reading)).toBe(REFUSED);
  });

  it('is refused for its decimals if it would have to be rounded', () => {
    expect(read('10.101', reading)).toBe(TOO_FINE);
    expect(read('1.0', { ...reading, currency: 'JPY' })).toBe(1);
    expect(read('1.5', { ...reading, currency: 'JPY' })).toBe('field: must have no decimals in JPY');
  });

  it('is refused if it is given twice', () => {
    expect(read(['1', '1'], reading)).toBe('field: must be given once');
  });
});
