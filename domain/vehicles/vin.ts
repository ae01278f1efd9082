/** A vehicle identification number: 17 characters of A-Z and 0-9 without I, O and Q. */
export type Vin = string & { readonly __brand: 'Vin' };

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
/**
 * Checked before anything is upper-cased: `ı` and `ſ` would turn into ASCII letters, and a full-width or accented
 * letter that is merely dropped would turn a wrong VIN into another one.
 */
const FOREIGN_LETTER_OR_DIGIT = /(?![A-Za-z0-9])[\p{Alphabetic}\p{N}\p{M}]/u;
const SIGNS = /[^A-Za-z0-9]+/g;

/**
 * Keeps letters and digits, upper-cased: blanks, hyphens and other signs don't count. The check digit is not tested.
 * Null when the text is no VIN.
 */
export function normalizeVin(text: string): Vin | null {
  if (FOREIGN_LETTER_OR_DIGIT.test(text)) return null;
  const vin = text.replace(SIGNS, '').toUpperCase();
  return isVin(vin) ? vin : null;
}

function isVin(text: string): text is Vin {
  return VIN.test(text);
}
