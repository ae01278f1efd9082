import fc from 'fast-check';
import { foldForSearch, searchText } from '../../../domain/shared/search.js';

describe('a text as it is searched', () => {
  it.each([
    ['  Brake   PADS\t', 'brake pads'], ['Éclairage', 'eclairage'], ['E\u0301clairage', 'eclairage'], ['Straße', 'strasse'], ['STRAẞE', 'strasse'], ['Ærø Œuvre', 'aero oeuvre'],
    ['Łódź', 'lodz'], ['İstanbul ISPARTA ışık', 'istanbul isparta isik'], ['ΔΙΣΚΟΣ δίσκος', 'δισκοσ δισκοσ'], ['ＡＢＣ', 'abc'], ['ﬃ', 'ffi'], ['½', '1⁄2'], ['50%_\\', '50%_\\'], ['🚗', '🚗'],
    ['O’Brien', "o'brien"], ['Oʼbrien ‘Obie’', "o'brien 'obie'"], ['', ''], ['\u0301', ''],
  ])('%j is %j', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });

  it('has a line for each text that there is, and a blank before every word', () => {
    expect(searchText(['Dana  Whitfield', null, 'dana@example.com', ''])).toBe(' dana whitfield\n dana@example.com\n ');
  });

  it('does not differ when it is folded again, whatever its case was', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      const folded = foldForSearch(text);
      expect(foldForSearch(folded)).toBe(folded);
      expect(foldForSearch(` ${text.normalize('NFD')} `)).toBe(folded);
    }), { numRuns: 1000 });
  });
});
