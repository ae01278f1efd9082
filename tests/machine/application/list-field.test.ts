import { fieldsOf } from '../../../application/kernel/fields/field.js';
import { Amount, Decimal, Int, OneOf, Text } from '../../../application/kernel/fields/fields.js';
import { CursorToken, EmailFilter, PhoneFilter, TextFilter } from '../../../application/kernel/fields/filter-fields.js';
import { ListOf } from '../../../application/kernel/fields/list-field.js';
import { parsed, withField } from '../../support/parse.js';

class Part {
  @OneOf(['left', 'right']) side!: string;
  @Amount({ optional: true }) price?: number;
  @Text({ max: 5, optional: true }) note?: string;
}

const read = (decorator: PropertyDecorator, field: unknown, source: 'json' | 'query' = 'json'): unknown => {
  const result = parsed(withField(decorator), { field }, source);
  return typeof result === 'object' && result !== null ? (result as { field?: unknown }).field : result;
};

describe('the field ListOf', () => {
  const list = (raw: unknown, options: { min?: number } = {}): unknown => read(ListOf(Part, { max: 3, ...options }), raw);

  it('reads every entry by its own fields, without absent properties, and ignores unknown ones', () => {
    expect(
      list([
        { side: 'left', price: 1.5, unknown: { a: 1 } },
        { note: ' x ', side: 'right' },
        { side: 'left', note: '' },
      ]),
    ).toEqual([{ side: 'left', price: 150 }, { side: 'right', note: 'x' }, { side: 'left' }]);
    expect(list([])).toEqual([]);
  });

  it.each([
    [{ side: 'left' }, /^field: must be a list of at most 3 entries$/],
    ['left', /^field: must be a list/],
    [Array.from({ length: 4 }, () => ({ side: 'left' })), /^field: must be a list/],
    [null, /^field: field is required$/],
    [[{ side: 'left' }, 7], /^field: entry 2 must be an object$/],
    [[{ side: 'up' }], /^field: entry 1: side: must be one of left, right$/],
    [[{}], /^field: entry 1: side: side is required$/],
    [[{ side: 'left', price: '1' }], /^field: entry 1: price: must be an amount/],
    [[{ side: 'left', note: 'a\0' }], /^field: entry 1: note: must not contain control characters$/],
    [[{ side: 'left', other: '\ud800' }], /^body: must not contain NUL/],
    [[JSON.parse('{"__proto__":{"side":"left"}}')], /^field: entry 1: side: side is required$/],
  ])('refuses %j', (raw, message) => {
    expect(list(raw)).toMatch(message);
  });

  it('may require a minimum of entries', () => {
    expect(list([], { min: 1 })).toBe('field: must be a list of 1 to 3 entries');
  });

  it('describes the minimum and maximum in its schema', () => {
    const [{ schema } = { schema: null }] = fieldsOf(withField(ListOf(Part, { min: 1, max: 3, optional: true })));
    expect(schema).toMatchObject({
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: { type: 'object', required: ['side'], properties: { note: { maxLength: 5 } } },
    });
  });
});

describe('the field Decimal', () => {
  it.each([0, 1, 0.1, 12.5, 33.33, 2_147_483_647])('accepts %d', (number) => {
    expect(read(Decimal(), number)).toBe(number);
    expect(read(Decimal(), String(number), 'query')).toBe(number);
  });

  it.each([-1, 0.001, 1e21, Number.NaN, '1', true, null])('refuses %p', (wrong) => {
    expect(read(Decimal(), wrong)).toMatch(/^field: /);
  });

  it('refuses values above its bound, and accepts trailing zeros in a text', () => {
    expect(read(Decimal({ max: 100 }), 100.01)).toBe('field: must be a number from 0 to 100 with at most two decimals');
    expect(read(Decimal(), ' 1.500 ', 'query')).toBe(1.5);
    for (const wrong of ['1e3', '+1', '.5', '1.', '1,5', ''])
      expect(read(Decimal(), wrong, 'query')).toMatch(/^field: must be a number/);
  });
});

describe('the field TextFilter', () => {
  it('is trimmed and composed, and then measured in code points, if it has a limit', () => {
    const filter = TextFilter({ max: 3 });
    expect(read(filter, '  e\u0301🚗x  ', 'query')).toBe('é🚗x');
    expect(read(filter, '🚗🚗🚗🚗', 'query')).toBe('field: must be at most 3 characters');
    expect(read(filter, '   ', 'query')).toBe('');
    expect(read(filter, '\0'.repeat(200), 'query')).toBe('field: must be at most 3 characters');
  });
});

it('a filter that is longer than any stored value is read as empty, and such a cursor is refused', () => {
  for (const long of ['a@b.example,'.repeat(100), '\0'.repeat(1001), '1'.repeat(1001), ' '.repeat(20_000)]) {
    expect(read(EmailFilter(), long, 'query')).toBe('');
    expect(read(PhoneFilter(), long, 'query')).toBeNull();
    expect(read(TextFilter(), long, 'query')).toBe('');
    expect(read(CursorToken(), long, 'query')).toBe('field: is not a cursor of this list');
  }
});

it('a class that extends another has the fields of its base class first', () => {
  class Longer extends Part {
    @Int() size!: number;
  }
  class Same extends Part {}
  expect(fieldsOf(Longer).map(({ name }) => name)).toEqual(['side', 'price', 'note', 'size']);
  expect(fieldsOf(Same)).toEqual(fieldsOf(Part));
  expect(fieldsOf(Part)).toHaveLength(3);
  expect(parsed(Longer, { side: 'left', size: 2 })).toEqual({ side: 'left', size: 2 });
});
