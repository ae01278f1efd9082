/** A vehicle identification number: 17 characters of A-Z and 0-9 without I, O and Q. */
export type Vin = string & { readonly __brand: 'Vin' };

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
/**
 * A letter or digit outside of ASCII. It is refused and not dropped, because without it the text could be the VIN of another
 * vehicle. The text is tested before it is turned into upper case, because upper case turns `ı` and `ſ` into ASCII letters.
 */
const FOREIGN_LETTER_OR_DIGIT = /(?![A-Za-z0-9])[\p{Alphabetic}\p{N}\p{M}]/u;
const SIGNS = /[^A-Za-z0-9]+/g;

/**
 * Returns the VIN in a text, in upper case and without blanks, hyphens and other signs; null when the text is not a VIN. The
 * check digit is not tested.
 */
export function normalizeVin(text: string): Vin | null {
  if (FOREIGN_LETTER_OR_DIGIT.test(text)) return null;
  const vin = text.replace(SIGNS, '').toUpperCase();
  return isVin(vin) ? vin : null;
}

function isVin(text: string): text is Vin {
  return VIN.test(text);
}
