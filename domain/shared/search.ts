import { beginningOfPhone, type Country } from './phone.js';
import { codePoints } from './text.js';

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

/** Words of ASCII with one blank between them, or nothing. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

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

/** Characters without a width, such as the soft hyphen. They come with a copied text, and nobody sees them. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** The words that a person typed, in the form in which they are searched. */
function searchWords(typed: string): string[] {
  return foldForSearch(typed.replace(UNSEEN, ''))
    .split(' ')
    .filter((word) => word !== '');
}

const DASHES = /\p{Pd}+/u;
const SIGNS = /[^\p{L}\p{M}\p{N}]+/u;
/** Punctuation without `%`, `_` and `\`: a search treats these three as letters. */
const PUNCTUATION = /[^\P{P}%_\\]/gu;
const ONLY_PUNCTUATION = /^[^\P{P}%_\\]+$/u;
/** A shorter word is no plural: `gas`, `abs`. */
const SHORTEST_PLURAL = 4;

/**
 * The words of a name that a person types, each with its spellings: in plural or in singular, and joined to the words beside it:
 * `top ups` is also found as `topup`. A hyphen and a word of punctuation alone, such as `&`, are no difference. A word stands for
 * its plural, because a search finds parts of words, so only words that change their last letter have two spellings.
 */
export function spelledWords(typed: string): readonly (readonly string[])[] {
  return withJoined(wordsBetween(DASHES, typed).filter((word) => !ONLY_PUNCTUATION.test(word)));
}

/** The words of models and plates, which any sign may divide, with the same spellings: `F-150` and `F 150` are found as `f150`. */
export function spelledCodes(typed: string): readonly (readonly string[])[] {
  return withJoined(wordsBetween(SIGNS, typed));
}

function wordsBetween(dividers: RegExp, typed: string): string[] {
  return searchWords(typed)
    .flatMap((word) => word.split(dividers))
    .filter((word) => word !== '');
}

function withJoined(words: readonly string[]): string[][] {
  return words.map((word, place) => [
    ...new Set([...spellingsOf(word), ...joinedAt(place, words).flatMap((joined) => spellingsOf(joined).slice(0, 1))]),
  ]);
}

/** The runs of two and three words that contain the word at this place, each run without its blanks. */
function joinedAt(place: number, words: readonly string[]): string[] {
  const runs = [2, 3].flatMap((length) => Array.from({ length }, (_, before) => ({ first: place - before, length })));
  return runs
    .filter(({ first, length }) => first >= 0 && first + length <= words.length)
    .map(({ first, length }) => words.slice(first, first + length).join(''));
}

function spellingsOf(word: string): readonly string[] {
  if (codePoints(word) < SHORTEST_PLURAL) return [word];
  if (word.endsWith('ies')) return [`${word.slice(0, -'ies'.length)}y`, word];
  if (/[^aeiou]y$/.test(word)) return [word, `${word.slice(0, -1)}ies`];
  if (/(?:[sxz]|[cs]h)es$/.test(word)) return [word.slice(0, -'es'.length)];
  return [/[^is]s$/.test(word) ? word.slice(0, -1) : word];
}

/** A name, and its spelling without punctuation if it has any: `A/C` is also found as `ac`. */
export function nameSpellings(name: string): readonly string[] {
  const plain = name.replace(PUNCTUATION, '');
  return plain === name ? [name] : [name, plain];
}

/** A model or a plate in letters and digits alone: `F-150` and `F 150` are found as `f150`. Null: it has nothing else. */
export function lettersAndDigits(text: string | null): string | null {
  const bareText = text?.split(SIGNS).join('') ?? null;
  return bareText === text ? null : bareText;
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

const DIGITS_AND_PUNCTUATION = /^[\d\s()+./\p{Pd}]+$/u;
/** A text with fewer digits is not searched as a phone number, because these digits would be found in too many numbers. */
const FEWEST_DIGITS = 3;

/**
 * The words to search for in the texts of a contact, each word as the list of its spellings. A contact matches when each word
 * is found in at least one of its spellings. A typed text that may be a part of a phone number is one word, including its blanks
 * and punctuation.
 * @param country the country whose national notation of phone numbers is understood
 */
export function searchTerms(typed: string, country: Country): readonly (readonly string[])[] {
  const text = typed.normalize('NFKC');
  if (mayBePhone(text)) return [phoneSpellings(text, country)];
  const words = searchWords(text.replace(/[,;]/g, ' ')).map((word) =>
    mayBePhone(word) ? phoneSpellings(word, country) : [bare(word)],
  );
  return words.filter(([word]) => word !== '');
}

/** The words of a name in the form in which they are searched, without the punctuation around them and without blank words. */
export function nameWords(name: string): readonly string[] {
  return searchWords(name.normalize('NFKC').replace(/[,;]/g, ' '))
    .map(bare)
    .filter((word) => word !== '');
}

function mayBePhone(text: string): boolean {
  return DIGITS_AND_PUNCTUATION.test(text) && digitsOf(text).length >= FEWEST_DIGITS;
}

/** The spellings of a part of a phone number: as it was typed, its digits alone, and as the beginning of an E.164 number. */
function phoneSpellings(typed: string, country: Country): string[] {
  const beginning = beginningOfPhone(typed, country) ?? '';
  // A beginning of three characters or fewer is left out, because it would find too many contacts. For example, `0111` in CA
  // becomes `+1`, because 011 is the prefix for calls abroad, and every number of the country begins with `+1`.
  return [...new Set([typed, digitsOf(typed), ...(beginning.length > FEWEST_DIGITS ? [beginning] : [])])];
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The word without the punctuation around it, such as the comma in `MacDonald, Jade`. */
function bare(word: string): string {
  const letters = Array.from(word);
  const isLetter = (letter: string): boolean => letter.search(PUNCTUATION) < 0;
  return letters.slice(Math.max(letters.findIndex(isLetter), 0), letters.findLastIndex(isLetter) + 1).join('');
}
