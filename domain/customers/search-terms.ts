import { beginningOfPhone, type Country } from '../shared/phone.js';

const DIGITS_AND_PUNCTUATION = /^[\d\s()+./\p{Pd}]+$/u;
/** Fewer are in too many numbers to mean one. */
const FEWEST_DIGITS = 3;

/**
 * What is looked for in the texts of a customer, any of it: what was typed, and where that may be a part of a phone number
 * as people write it, the same as a part of an E.164 number.
 * @param country whose way of writing numbers is understood
 */
export function searchTerms(typed: string, country: Country): readonly string[] {
  const text = typed.normalize('NFKC');
  const digits = text.replace(/\D/g, '');
  if (!DIGITS_AND_PUNCTUATION.test(text) || digits.length < FEWEST_DIGITS) return [typed];
  const beginning = beginningOfPhone(text, country) ?? '';
  // What follows the prefix for calls abroad may be next to nothing: `0111` is `+1` in CA, where every number begins so.
  return [...new Set([typed, digits, ...(beginning.length > FEWEST_DIGITS ? [beginning] : [])])];
}
