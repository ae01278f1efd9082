import fc from 'fast-check';
import { leadName, splitName } from '../../../domain/leads/lead.js';

describe('the function splitName', () => {
  it.each([
    ['Dana Whitfield', 'Dana', 'Whitfield'],
    ['Dana   Whitfield', 'Dana', 'Whitfield'],
    ['Dana \u00a0\u2003 Whitfield', 'Dana', 'Whitfield'],
    ['Ana Maria  da Silva', 'Ana', 'Maria  da Silva'],
    ['Dana', 'Dana', null],
    ['  Dana  ', 'Dana', null],
    ['李 小龍', '李', '小龍'],
  ])('splits %j', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });

  it('is reversed by leadName, except for the kind of the first blanks', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((text) => text.replaceAll(/\s/gu, ''))
      .filter(Boolean);
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 3 }), fc.stringMatching(/^[ \u00a0]{1,3}$/), (first, more, blanks) => {
        const rest = more.join(' ');
        const name = rest === '' ? first : first + blanks + rest;
        expect(leadName({ ...splitName(name), companyName: null })).toBe(rest === '' ? first : `${first} ${rest}`);
      }),
    );
  });
});

describe('the function leadName', () => {
  it.each([
    ['Dana', 'Whitfield', 'Acme', 'Dana Whitfield'],
    ['Dana', null, 'Acme', 'Dana'],
    [null, 'Whitfield', 'Acme', 'Whitfield'],
    [null, null, 'Acme', 'Acme'],
    ['', '', '', 'Unnamed lead'],
    [null, null, null, 'Unnamed lead'],
  ])('combines %j, %j and the company %j into %s', (firstName, lastName, companyName, expected) => {
    expect(leadName({ firstName, lastName, companyName })).toBe(expected);
  });
});
