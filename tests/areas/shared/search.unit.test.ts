import fc from 'fast-check';
import { foldForSearch, hasOnlySigns, searchText } from '../../../domain/shared/search.js';

describe('the searchable form of a text', () => {
  it.each([
    ['  Brake   PADS\t', 'brake pads'],
    ['Éclairage', 'eclairage'],
    ['E\u0301clairage', 'eclairage'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Ærø Œuvre', 'aero oeuvre'],
    ['Łódź', 'lodz'],
    ['İstanbul ISPARTA ışık', 'istanbul isparta isik'],
    ['ΔΙΣΚΟΣ δίσκος', 'δισκοσ δισκοσ'],
    ['ＡＢＣ', 'abc'],
    ['ﬃ', 'ffi'],
    ['½', '1⁄2'],
    ['50%_\\', '50%_\\'],
    ['🚗', '🚗'],
    ['O’Brien', "o'brien"],
    ['Oʼbrien ‘Obie’', "o'brien 'obie'"],
    ['', ''],
    ['\u0301', ''],
  ])('is, for %j, %j', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });

  it('has a line for each text that is given, and a blank before every word', () => {
    expect(searchText(['Dana  Whitfield', null, 'dana@example.com', ''])).toBe(' dana whitfield\n dana@example.com\n ');
  });

  it('is the same when computed again, from any case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const folded = foldForSearch(text);
        expect(foldForSearch(folded)).toBe(folded);
        expect(foldForSearch(` ${text.normalize('NFD')} `)).toBe(folded);
      }),
      { numRuns: 1000 },
    );
  });
});

it.each([
  ['!?', true],
  ['%_', true],
  ['a!', false],
  ['7', false],
  ['李', false],
  ['', false],
  ['  ', false],
])('%j has only signs: %j', (text, has) => {
  expect(hasOnlySigns(text)).toBe(has);
});
