const MARKS = /\p{M}+/gu;
/**
 * Replacements for letters that Unicode does not split into a base and a mark, and for the apostrophes that phones and word
 * processors type.
 */
const LETTERS: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Words of ASCII with one blank between them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** The form in which texts are searched: lower case, without accents, one blank between words. */
export function foldForSearch(text: string): string {
  // Most texts need only lower case, so they skip the slow part.
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return plain
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The words of a text in the form in which they are searched. */
export function searchWords(text: string): string[] {
  return foldForSearch(text)
    .split(' ')
    .filter((word) => word !== '');
}

/**
 * The stored search text of a record: one line for each searchable text, with a blank before every word. The blank lets a
 * search look for the beginning of a word.
 */
export function searchText(texts: readonly (string | null)[]): string {
  return texts.flatMap((text) => (text === null ? [] : [` ${foldForSearch(text)}`])).join('\n');
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Tells whether a text has signs but no letter or digit. A list answers a search for such a text with no records, because the
 * search index does not contain signs. A blank text has no signs.
 */
export function hasOnlySigns(text: string): boolean {
  const folded = foldForSearch(text);
  return folded !== '' && !LETTER_OR_DIGIT.test(folded);
}
