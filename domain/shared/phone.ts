import { AsYouType, isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

/** A phone number as `+` and up to fifteen digits (ITU-T E.164). */
export type E164 = string & { readonly __e164: true };

/** The ISO 3166-1 alpha-2 code of a country that has a telephone numbering plan. */
export type Country = CountryCode;

export function toCountry(text: string): Country | null {
  return isSupportedCountry(text) ? text : null;
}

/** A number with the country code 1 in any region, or a number of ten digits in CA and US. */
const NORTH_AMERICAN = /^(?:\+1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/;
const NORTH_AMERICA: ReadonlySet<string> = new Set(['CA', 'US']);

/**
 * The usual forms of North American numbers are read by a regular expression. The library gives the same result but takes
 * thirty times as long. It reads all other forms.
 * Fictional 555 numbers are accepted (they are possible). Sentences that contain a number and numbers with an extension
 * are refused.
 * @param country the shop's country: the region of a number written without its country code
 */
export function normalizePhone(text: string, country: Country): E164 | null {
  const [, area, exchange, line] = NORTH_AMERICAN.exec(text) ?? [];
  if (area !== undefined && (text.startsWith('+') || NORTH_AMERICA.has(country))) return `+1${area}${exchange}${line}` as E164;
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!number?.isPossible() || number.ext !== undefined) return null;
  // The library returns a plain string that is E.164. Only this function makes the brand.
  return number.number as E164;
}

/** The beginning of the E.164 form of a number that may be typed only in part: `020 79` is `+442079` in GB. */
export function beginningOfPhone(text: string, country: Country): string | null {
  const typing = new AsYouType(country);
  typing.input(text);
  return typing.getNumberValue() ?? null;
}
