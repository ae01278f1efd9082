const MARKS = /\p{M}+/gu;
/** Letters that Unicode does not take apart into a base and a mark, and the apostrophes that telephones and word processors make. */
const LETTERS: Readonly<Record<string, string>> = { '’': "'", '‘': "'", ʼ: "'", ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ς: 'σ' };
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Words of ASCII with one blank between them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** In lower case, without accents, one blank between words: the form in which names are searched. */
export function foldForSearch(text: string): string {
  // Most texts have nothing to fold but their capitals.
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return plain.replace(SPECIAL, (letter) => LETTERS[letter] ?? letter).replace(/\s+/g, ' ').trim();
}

/** The words of a text, as they are searched. */
export function searchWords(text: string): string[] {
  return foldForSearch(text).split(' ').filter((word) => word !== '');
}

/**
 * What is stored of a record's searchable texts: a line for each, and a blank before every word, so that the beginning of a
 * word can be looked for.
 */
export function searchText(texts: readonly (string | null)[]): string {
  return texts.flatMap((text) => (text === null ? [] : [` ${foldForSearch(text)}`])).join('\n');
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Signs alone find nothing: no index knows them, and nobody looks for a name by them. A blank text is none at all. */
export function hasOnlySigns(text: string): boolean {
  const folded = foldForSearch(text);
  return folded !== '' && !LETTER_OR_DIGIT.test(folded);
}
