import { isEmail } from 'class-validator';
import fc from 'fast-check';
import { DateTime, Email, Int, OneOf, Phone, Text, Uuid } from '../../../application/kernel/fields/fields.js';
import { Tags } from '../../../application/kernel/fields/list-field.js';
import type { TextOptions } from '../../../application/kernel/fields/read-text.js';
import { parsed, withField } from '../../support/parse.js';

function read(decorator: PropertyDecorator, field: unknown): unknown {
  const result = parsed(withField(decorator), { field });
  return typeof result === 'object' && result !== null ? (result as { field: unknown }).field : result;
}

describe('the field Text', () => {
  const text = (raw: unknown, options: TextOptions = {}): unknown => read(Text(options), raw);

  it('is trimmed, composed, and then measured in code points', () => {
    expect(text('  Citroe\u0308n ', { max: 7 })).toBe('Citro\u00ebn');
    expect(text('😀'.repeat(7), { max: 7 })).toBe('😀'.repeat(7));
    expect(text('x'.repeat(8), { max: 7 })).toBe('field: must be at most 7 characters');
    expect(text('\u2764\ufe0f'.repeat(4), { max: 7 })).toBe('field: must be at most 7 characters');
    expect(text('e\u0323\u0302'.repeat(8), { max: 7 })).toBe('field: must be at most 7 characters');
    expect(text(`${' '.repeat(50)}x${' '.repeat(50)}`, { max: 7 })).toBe('x');
    expect(text('xy', { min: 3 })).toBe('field: must be at least 3 characters');
  });

  it('refuses line breaks and turns a tab into a blank, if it has one line', () => {
    for (const wrong of ['a\nb', 'a\r\nb', 'a\rb', 'a\u2028b', 'a\u2029b']) expect(text(wrong)).toBe('field: must be one line');
    expect(text('a\tb')).toBe('a b');
    expect(text('\ta\n')).toBe('a');
  });

  it('keeps line breaks and tabs, if it has several lines', () => {
    expect(text(' a\tb\r\nc\n', { lines: true })).toBe('a\tb\r\nc');
  });

  it.each(['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f', '\ud800', '\udfff'])('refuses %j anywhere', (sign) => {
    for (const options of [{}, { lines: true }]) {
      for (const wrong of [`a${sign}b`, `${sign}a`, `a${sign}`, sign]) {
        expect(text(wrong, options)).toBe('field: must not contain control characters');
      }
    }
  });

  it('may accept an empty value', () => {
    expect(read(Text({ change: true, clearable: true, lines: true }), '')).toBe('');
    expect(read(Text({ change: true, clearable: true, lines: true }), ' \n ')).toBe('');
    expect(read(Text({ change: true, clearable: true }), null)).toBe('field: must not be null');
    expect(read(Text({ change: true }), '')).toBe('field: field is required');
  });

  it('refuses a text that is far too long by its length alone', () => {
    for (const wrong of ['\0', 'a\n', ' a', 'e\u0301', '\u0301'])
      expect(text(wrong.repeat(20_000), { max: 7 })).toBe('field: must be at most 7 characters');
    expect(text('x'.repeat(10_001))).toBe('field: must be at most 10000 characters');
  });

  it('accepts at most 30 marks on one letter', () => {
    expect(text(`x${'\u0323'.repeat(30)}y`, { max: 200 })).toBe(`x${'\u0323'.repeat(30)}y`);
    expect(text(`x${'\u0323'.repeat(31)}`, { max: 200 })).toBe('field: must not have more than 30 marks on one letter');
    expect(text(`x${'\u0323'.repeat(31)}`, { max: 31 })).toBe('field: must be at most 31 characters');
  });

  it('is never longer than its limit, and is unchanged when read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.boolean(), (raw, lines) => {
        const result = text(raw, { max: 7, lines });
        if (typeof result !== 'string' || result.startsWith('field: ')) return;
        expect([...result].length).toBeLessThanOrEqual(7);
        expect(text(result, { max: 7, lines })).toBe(result);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the field Email', () => {
  it.each([
    ['Dana+Tag@Example.COM', 'dana+tag@example.com'],
    ['  dana@example.com  ', 'dana@example.com'],
    ['rené@example.com', 'rené@example.com'],
    ["o'hara@sub.example.co.uk", "o'hara@sub.example.co.uk"],
  ])('reads %j as %s', (raw, email) => {
    expect(read(Email({ max: 200 }), raw)).toBe(email);
  });

  it.each([
    'dana',
    'dana@',
    '@example.com',
    'dana@example',
    'dana@@example.com',
    'a b@example.com',
    'Dana <dana@example.com>',
    'dana@example.com, lee@example.com',
    'dana@exa mple.com',
    '.dana@example.com',
    'dana@-example.com',
    'mailto:dana@example.com',
    `${'x'.repeat(65)}@example.com`,
  ])('refuses %j', (raw) => {
    expect(read(Email({ max: 200 }), raw)).toBe('field: is not an email address');
  });

  it('refuses an address above its limit', () => {
    const domain = `${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.com`;
    expect(read(Email({ max: 200 }), `${'x'.repeat(200 - domain.length)}@${domain}`)).toBe(
      'field: must be at most 200 characters',
    );
    expect(read(Email({ max: 200 }), `${'x'.repeat(199 - domain.length)}@${domain}`)).toHaveLength(200);
  });

  it('accepts the same addresses as isEmail', () => {
    const part = fc.string({ unit: fc.constantFrom(...'aZ0._-+é@'), maxLength: 8 });
    const domain = fc
      .tuple(part, fc.constantFrom('.com', '.c', '.co.uk', '', '.x-y', '.com.', '.123'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(part, domain, fc.integer({ min: 1, max: 9 }), (local, host, times) => {
        const text = `${local.repeat(times)}@${host}`.trim();
        const refused = String(read(Email({ max: 200 }), text)).startsWith('field: ');
        expect([text, !refused]).toEqual([text, isEmail(text.normalize('NFC'), { allow_utf8_local_part: true })]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the field Phone', () => {
  it('reads E.164, and numbers without a country code in the shop’s country', () => {
    expect(read(Phone({ max: 40 }), ' (613) 555-0142 ')).toBe('+16135550142');
    expect(read(Phone({ max: 40 }), '+49 30 123456')).toBe('+4930123456');
  });

  it.each(['12', 'call me', '613 555 0142 ext. 3', 'it is 613 555 0142'])('refuses %j', (raw) => {
    expect(read(Phone({ max: 40 }), raw)).toBe('field: is not a phone number');
  });

  it('limits the number as it is typed', () => {
    expect(read(Phone({ max: 40 }), `613${' '.repeat(31)}5550142`)).toBe('field: must be at most 40 characters');
    expect(read(Phone({ max: 40 }), `613${'-'.repeat(3)}5550142`)).toBe('+16135550142');
  });
});

describe('the field Int', () => {
  it.each([0, -1, 2_147_483_647, -2_147_483_648])('accepts %d', (number) => {
    expect(read(Int(), number)).toBe(number);
  });

  it.each([2_147_483_648, -2_147_483_649, 0.5, Number.NaN, Infinity, 2 ** 53, '10', true])('refuses %p', (wrong) => {
    expect(read(Int(), wrong)).toBe('field: must be a whole number from -2147483648 to 2147483647');
  });

  it('accepts 2020.0 and 2.02e3 as JSON, and turns negative zero into zero', () => {
    expect(read(Int(), JSON.parse('2020.0'))).toBe(2020);
    expect(read(Int(), JSON.parse('2.02e3'))).toBe(2020);
    expect(Object.is(read(Int(), JSON.parse('-0')), 0)).toBe(true);
  });

  it('refuses values outside its bounds', () => {
    const int = Int({ min: 1885, max: 2100 });
    expect([read(int, 1885), read(int, 2100)]).toEqual([1885, 2100]);
    for (const wrong of [1884, 2101]) expect(read(int, wrong)).toBe('field: must be a whole number from 1885 to 2100');
  });
});

describe('the field Uuid', () => {
  it('is read in lower case', () => {
    expect(read(Uuid(), '01931F6E-ABCD-7000-8000-00000000000F')).toBe('01931f6e-abcd-7000-8000-00000000000f');
  });

  it.each(['x', '01931f6eabcd7000800000000000000f', '{01931f6e-abcd-7000-8000-00000000000f}', 5, true])('refuses %p', (wrong) => {
    expect(read(Uuid(), wrong)).toBe('field: must be a UUID');
  });
});

describe('the field OneOf', () => {
  it.each(['TWO', ' two', 'toString', '__proto__', 2])('refuses %p, and names the allowed values', (wrong) => {
    expect(read(OneOf(['one', 'two']), wrong)).toBe('field: must be one of one, two');
  });
});

describe('the field DateTime', () => {
  it('is cut to milliseconds in UTC', () => {
    expect(read(DateTime(), '2026-03-02T15:00:00.1239+01:00')).toBe('2026-03-02T14:00:00.123Z');
  });

  it.each(['2026-03-02', '2026-03-02T24:00:00Z', '2026-03-02 15:00:00Z', '2026-02-30T00:00:00Z', 1_772_463_600_000])(
    'refuses %p',
    (wrong) => {
      expect(read(DateTime(), wrong)).toBe('field: must be an RFC 3339 date-time with Z or an offset');
    },
  );

  it('may limit the length of its text', () => {
    const digits = (count: number): string => `2026-03-02T15:00:00.${'1'.repeat(count)}Z`;
    expect(read(DateTime({ max: 40 }), digits(19))).toBe('2026-03-02T15:00:00.111Z');
    expect(read(DateTime({ max: 40 }), digits(20))).toBe('field: must be at most 40 characters');
    expect(read(DateTime(), digits(79))).toBe('2026-03-02T15:00:00.111Z');
    expect(read(DateTime(), digits(80))).toBe('field: must be at most 100 characters');
  });
});

describe('the field Tags', () => {
  const tags = Tags({ maxItems: 3, max: 5 });

  it('trims tags and drops exact repeats, and keeps case and order', () => {
    expect(read(tags, [' b ', 'A', 'b'])).toEqual(['b', 'A']);
    expect(read(tags, ['a', 'A'])).toEqual(['a', 'A']);
    expect(read(tags, [])).toEqual([]);
    expect(read(tags, ['😀😀😀😀😀'])).toEqual(['😀😀😀😀😀']);
  });

  it.each([[['a', 'b', 'c', 'd']], ['a'], [{}], [5]])('refuses %j, which is not a list of at most three', (wrong) => {
    expect(read(tags, wrong)).toBe('field: must be a list of at most 3 texts');
  });

  it.each([[['']], [['  ']], [['sixsix']], [[null]], [[5]], [[['a']]], [['a\nb']], [['a\0']]])(
    'refuses %j for one tag',
    (wrong) => {
      expect(read(tags, wrong)).toMatch(/^field: each must be a text of 1 to 5 characters: /);
    },
  );
});
