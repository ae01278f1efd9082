import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { beginningOfPhone, normalizePhone, reportedNumber, toCountry } from '../../../domain/shared/phone.js';

describe('the function normalizePhone', () => {
  it.each([
    ['613 555 0142', 'CA', '+16135550142'],
    ['(613) 555-0142', 'CA', '+16135550142'],
    ['1 613 555 0142', 'CA', '+16135550142'],
    ['+1 613-555-0142', 'DE', '+16135550142'],
    ['212-555-0100', 'US', '+12125550100'],
    ['030 123456', 'DE', '+4930123456'],
    ['020 7946 0000', 'GB', '+442079460000'],
    ['+44 20 7946 0000', 'CA', '+442079460000'],
    ['02 1234 5678', 'IT', '+390212345678'],
  ] as const)('reads %j in %s as %s', (text, country, e164) => {
    expect(normalizePhone(text, country)).toBe(e164);
  });

  it.each([
    '',
    '   ',
    '12',
    '555',
    'abc',
    '+',
    '+1',
    'call 613 555 0142 after five',
    'my number is +16135550142',
    '613 555 0142 or 613 555 0143',
    '613 555 0142 ext. 5',
    '613 555 0142 x5',
    '+16135550142;ext=5',
    '+999 123 456 789',
    '555-0142',
    '5550142',
    '613555014200000000000',
    '+1613555014200000',
  ])('refuses %j', (text) => {
    expect(normalizePhone(text, 'CA')).toBeNull();
  });

  it('returns E.164 or null, in any country', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789 -()+.x'), maxLength: 24 });
    fc.assert(
      fc.property(digits, fc.constantFrom('CA', 'DE', 'GB', 'IT', 'MX'), (text, country) => {
        expect(normalizePhone(text, country) ?? '+4930123456').toMatch(/^\+[1-9]\d{2,14}$/);
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads ten digits in their region like the E.164 number from anywhere', () => {
    const digits = fc.stringMatching(/^[2-9]\d{9}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom('CA', 'DE', 'GB'), (text, country) => {
        expect(normalizePhone(text, 'CA')).toBe(`+1${text}`);
        expect(normalizePhone(`+1${text}`, country)).toBe(`+1${text}`);
      }),
    );
  });
});

it('texts that look North American are read as the library reads them', () => {
  const group = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
  const parts = fc.tuple(
    ...[
      fc.constantFrom('', '+1', '+1 ', '1', '1-', '+'),
      fc.constantFrom('', '('),
      group(3),
      fc.constantFrom('', ')', ') ', ' ', '-', '.'),
    ],
    ...[group(3), fc.constantFrom('', ' ', '-', '.', '  '), group(4)],
  );
  fc.assert(
    fc.property(parts, fc.constantFrom('CA', 'US', 'DE', 'GB', 'JM'), (written, country) => {
      const text = written.join('');
      const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
      expect([text, normalizePhone(text, country)]).toEqual([text, number?.isPossible() ? number.number : null]);
    }),
    { numRuns: 1_000 },
  );
});

describe('the function toCountry', () => {
  it('accepts countries as two capital letters only', () => {
    expect([toCountry('CA'), toCountry('ca'), toCountry('XX'), toCountry('Canada'), toCountry('')]).toEqual([
      'CA',
      null,
      null,
      null,
      null,
    ]);
  });
});

it('a provider reports a number with a plus, and whatever else is no number', () => {
  const reported = ['+16135550142', '6135550142', '32665', 'anonymous', '+1'].map((text) => reportedNumber(text, 'CA'));
  expect(reported).toEqual(['+16135550142', null, null, null, null]);
});

it('the beginning of a number is compared in E.164', () => {
  expect(['020 79', '+44 20', 'x'].map((text) => beginningOfPhone(text, 'GB'))).toEqual(['+442079', '+4420', null]);
});
