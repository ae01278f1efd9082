import { IsIn, MinDate, MinLength } from 'class-validator';
import fc from 'fast-check';
import { fieldsOf, readFields, type ReadContext } from '../../../application/kernel/fields/field.js';
import { Amount, DateTime, Int, Text } from '../../../application/kernel/fields/fields.js';
import { readRow } from '../../../application/kernel/fields/read-row.js';
import { parsed } from '../../support/parse.js';
import { IMPORT_KINDS, operations } from '../../support/registry.js';

const ID = '01931f6e-abcd-7000-8000-00000000000f';

describe('a class of fields', () => {
  class Ruled {
    @IsIn(['red', 'blue'], { message: 'must be a colour that we have' })
    @Text({ max: 9 })
    colour!: string;
    @MinDate(new Date(0)) @Text({ optional: true }) never?: string;
  }

  it('is checked by every rule of class-validator that its properties have', () => {
    expect(parsed(Ruled, { colour: ' red ' })).toEqual({ colour: 'red' });
    expect(parsed(Ruled, { colour: 'green' })).toBe('colour: must be a colour that we have');
    expect(parsed(Ruled, { colour: 'red', never: 'x' })).toMatch(/^never: minimal allowed date for never/);
  });

  it('is checked by the rules of the class that it extends, and by rules alone', () => {
    class Extended extends Ruled {
      @Int({ optional: true }) count?: number;
    }
    class Unruled {
      @MinLength(30, { message: 'must be long' }) @DateTime() at!: string;
    }
    expect(parsed(Extended, { colour: 'green' })).toBe('colour: must be a colour that we have');
    expect(parsed(Extended, { colour: 'redredredred' })).toMatch(/^colour: /);
    expect(parsed(Extended, { colour: 'blue', count: 1.5 })).toMatch(/^count: must be a whole number/);
    expect(parsed(Unruled, { at: '2026-03-02T15:00:00Z' })).toBe('at: must be long');
  });

  it('tells every wrong field once, in the order of declaration', () => {
    class Base {
      @Text({ max: 2 }) last!: string;
      @Amount() price!: number;
    }
    class Extended extends Base {
      @Int({ max: 3 }) first!: number;
    }
    const { faults } = readFields(
      Extended,
      { first: 4, last: 'long', price: -1 },
      { source: 'json', country: 'CA', currency: 'CAD' },
    );
    expect(faults).toEqual([
      { field: 'last', problem: 'must be at most 2 characters' },
      { field: 'price', problem: 'must be an amount in CAD, from 0 to 100000000' },
      { field: 'first', problem: 'must be a whole number from -2147483648 to 3' },
    ]);
  });

  const classes = [...operations.map(({ input }) => input), ...IMPORT_KINDS.map(({ row }) => row)];

  const words = ['', ' ', 'true', '1', '7.5', 'open', 'name', ID, 'a\0', 'x'.repeat(999), 'é'];
  const word = fc.constantFrom(...words, '613 555 0142', 'dana@example.com', '2026-03-02T15:00:00Z');
  const numbers = [0, 1, -1, 2.5, 1e10, 1e-7, 5e-324, Number.NaN, Infinity];
  const leaf = fc.oneof(word, fc.constantFrom(null, true, false, undefined, ...numbers), fc.string({ maxLength: 5 }));
  const names = ['vehicle_size', 'price', 'duration_minutes', '__proto__', 'constructor', 'prototype', 'length'];
  const part = fc.dictionary(fc.constantFrom(...names), leaf, { maxKeys: 3 });
  const value = fc.oneof({ weight: 4, arbitrary: leaf }, fc.array(fc.oneof(leaf, part), { maxLength: 3 }), part);
  const given = fc
    .constantFrom(...classes)
    .chain((type) =>
      fc.tuple(
        fc.constant(type),
        fc.dictionary(fc.constantFrom(...names, ...fieldsOf(type).map(({ name }) => name)), value, { maxKeys: 8 }),
      ),
    );

  it('is read in the same way as a row of a file and as an input', () => {
    fc.assert(
      fc.property(given, fc.constantFrom('json', 'query'), ([type, raw], source) => {
        const context: ReadContext = { source, country: 'CA', currency: 'CAD' };
        expect(readRow(type, raw, context)).toEqual(readFields(type, raw, context));
      }),
      { numRuns: 500 },
    );
  });

  it('takes any values, and either sets a field or names its fault', () => {
    fc.assert(
      fc.property(given, fc.constantFrom('json', 'query'), ([type, raw], source) => {
        const { input, faults } = readFields(type, raw, { source, country: 'CA', currency: 'CAD' });
        const known = fieldsOf(type).map(({ name }) => name);
        expect(known).toEqual(expect.arrayContaining(Object.keys(input)));
        expect(Object.getPrototypeOf(input)).toBe(type.prototype);
        for (const { field, problem } of faults) {
          expect(known).toContain(/^\w+/.exec(field)?.[0]);
          expect(problem).toMatch(/^\S.*\S$/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
