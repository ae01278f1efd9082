import { beginningOfPhone, type Country } from '../shared/phone.js';
import { searchWords } from '../shared/search.js';

const DIGITS_AND_PUNCTUATION = /^[\d\s()+./\p{Pd}]+$/u;
/** A shorter run of digits occurs in too many phone numbers to find one. */
const FEWEST_DIGITS = 3;
/** Punctuation, except `%`, `_` and `\`, which count as letters. */
const PUNCTUATION = /[^\P{P}%_\\]/u;

/**
 * The words to search for in the texts of a customer, each with its other spellings. A customer matches when it has every
 * word in at least one spelling. A text that may be a part of a phone number, with blanks and punctuation, is one word.
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

function mayBePhone(text: string): boolean {
  return DIGITS_AND_PUNCTUATION.test(text) && digitsOf(text).length >= FEWEST_DIGITS;
}

/** The text as it was typed, and as a part of an E.164 number. */
function phoneSpellings(typed: string, country: Country): string[] {
  const beginning = beginningOfPhone(typed, country) ?? '';
  // After a prefix for calls abroad too few digits may be left: `0111` is `+1` in CA, and every number there begins with `+1`.
  return [...new Set([typed, digitsOf(typed), ...(beginning.length > FEWEST_DIGITS ? [beginning] : [])])];
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The word without the punctuation around it, such as the comma in `MacDonald, Jade`. */
function bare(word: string): string {
  const letters = Array.from(word);
  const isLetter = (letter: string): boolean => !PUNCTUATION.test(letter);
  return letters.slice(Math.max(letters.findIndex(isLetter), 0), letters.findLastIndex(isLetter) + 1).join('');
}
