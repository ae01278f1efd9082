import fc from 'fast-check';
import { joinList, splitList } from '../../../application/kernel/fields/list-field.js';

it.each([
  ['', []],
  ['fleet', ['fleet']],
  ['fleet;winter tires', ['fleet', 'winter tires']],
  [' fleet ; ;; vip ;', ['fleet', 'vip']],
  [String.raw`a\;b;c`, ['a;b', 'c']],
  [String.raw`C:\tools;x\\`, [String.raw`C:\tools`, 'x\\']],
] as const)('the cell %j is read as the list %j', (cell, texts) => {
  expect(splitList(cell)).toEqual(texts);
});

it('a list is unchanged after it was written to a cell and read back', () => {
  const text = fc
    .string({ unit: fc.constantFrom('a', ';', '\\', ' ', 'é'), minLength: 1 })
    .map((one) => one.trim())
    .filter((one) => one !== '');
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(splitList(joinList(texts))).toEqual(texts);
    }),
  );
});
