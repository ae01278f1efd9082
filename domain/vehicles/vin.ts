/** A vehicle identification number: 17 characters of A-Z and 0-9 without I, O and Q. */
export type Vin = string & { readonly __brand: 'Vin' };

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
/**
 * A foreign letter is refused and not dropped: a VIN without the dropped letter could be the VIN of another vehicle. The text is
 * tested before it is turned into upper case, because that turns `ı` and `ſ` into ASCII letters.
 */
const FOREIGN_LETTER_OR_DIGIT = /(?![A-Za-z0-9])[\p{Alphabetic}\p{N}\p{M}]/u;
const SIGNS = /[^A-Za-z0-9]+/g;

/**
 * Keeps letters and digits, in upper case, and drops blanks, hyphens and other signs. The check digit is not tested.
 * Returns null when the text is not a VIN.
 */
export function normalizeVin(text: string): Vin | null {
  if (FOREIGN_LETTER_OR_DIGIT.test(text)) return null;
  const vin = text.replace(SIGNS, '').toUpperCase();
  return isVin(vin) ? vin : null;
}

function isVin(text: string): text is Vin {
  return VIN.test(text);
}
