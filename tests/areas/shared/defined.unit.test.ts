import { defined } from '../../../domain/shared/defined.js';
import { ORIGINS } from '../../../domain/shared/origin.js';
import { isWebAddress } from '../../../domain/shared/web-address.js';

it('an undefined property is left out, and every other value stays', () => {
  expect(Object.keys(defined({ a: undefined, b: null, c: '', d: 0, e: false }))).toEqual(['b', 'c', 'd', 'e']);
});

it('a record comes from the service or from an import', () => {
  expect(ORIGINS).toEqual(['service', 'import']);
});

it.each([
  ['https://shop.example/a?b#c', true],
  ['http://shop.example', true],
  ['ftp://shop.example', false],
  ['mailto:dana@example.com', false],
  ['//shop.example', false],
  ['shop.example', false],
  ['see https://shop.example', false],
  ['', false],
])('%j is a web address: %j', (text, is) => {
  expect(isWebAddress(text)).toBe(is);
});
