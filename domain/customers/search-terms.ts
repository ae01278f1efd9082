import { beginningOfPhone, type Country } from '../shared/phone.js';
import { searchWords } from '../shared/search.js';

const DIGITS_AND_PUNCTUATION = /^[\d\s()+./\p{Pd}]+$/u;
/** Fewer are in too many numbers to mean one. */
const FEWEST_DIGITS = 3;
/** Punctuation; `%`, `_` and `\` are letters. */
const PUNCTUATION = /[^\P{P}%_\\]/u;

/**
 * The words that are looked for in the texts of a customer, each with its other spellings: all words, each in any of them.
 * What may be a part of a phone number as people write it is one word, and so is each word that may be one.
 * @param country whose way of writing numbers is understood
 */
export function searchTerms(typed: string, country: Country): readonly (readonly string[])[] {
  const text = typed.normalize('NFKC');
  if (mayBePhone(text)) return [phoneSpellings(text, country)];
  const words = searchWords(text.replace(/[,;]/g, ' ')).map((word) => (mayBePhone(word) ? phoneSpellings(word, country) : [bare(word)]));
  return words.filter(([word]) => word !== '');
}

function mayBePhone(text: string): boolean {
  return DIGITS_AND_PUNCTUATION.test(text) && digitsOf(text).length >= FEWEST_DIGITS;
}

/** As it was typed, and as parts of an E.164 number. */
function phoneSpellings(typed: string, country: Country): string[] {
  const beginning = beginningOfPhone(typed, country) ?? '';
  // What follows the prefix for calls abroad may be next to nothing: `0111` is `+1` in CA, where every number begins so.
  return [...new Set([typed, digitsOf(typed), ...(beginning.length > FEWEST_DIGITS ? [beginning] : [])])];
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Without the punctuation around it: nobody means the comma of `MacDonald, Jade`. */
function bare(word: string): string {
  const letters = Array.from(word);
  const isLetter = (letter: string): boolean => !PUNCTUATION.test(letter);
  return letters.slice(Math.max(letters.findIndex(isLetter), 0), letters.findLastIndex(isLetter) + 1).join('');
}
