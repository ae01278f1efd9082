import { AsYouType, isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

/** A phone number as `+` and up to fifteen digits (ITU-T E.164). */
export type E164 = string & { readonly __e164: true };

/** ISO 3166-1 alpha-2, of a country that has a telephone numbering plan. */
export type Country = CountryCode;

export function toCountry(text: string): Country | null {
  return isSupportedCountry(text) ? text : null;
}

/** The country code 1 for itself, or a number of ten digits where it is the region's own. */
const NORTH_AMERICAN = /^(?:\+1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/;
const NORTH_AMERICA: ReadonlySet<string> = new Set(['CA', 'US']);

/**
 * What most North American numbers look like is read at once: the library comes to the same, in thirty times as long. For
 * all others it is asked.
 * Fictional 555 numbers pass (they are possible), sentences that contain a number don't, an extension is refused.
 * @param country the shop's country: the region of a number written without its country code
 */
export function normalizePhone(text: string, country: Country): E164 | null {
  const [, area, exchange, line] = NORTH_AMERICAN.exec(text) ?? [];
  if (area !== undefined && (text.startsWith('+') || NORTH_AMERICA.has(country))) return `+1${area}${exchange}${line}` as E164;
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!number?.isPossible() || number.ext !== undefined) return null;
  // The library calls it E.164, and a text; this is the brand's one maker.
  return number.number as E164;
}

/** How the E.164 form of a number begins that may not have been typed to its end: `020 79` is `+442079` in GB. */
export function beginningOfPhone(text: string, country: Country): string | null {
  const typing = new AsYouType(country);
  typing.input(text);
  return typing.getNumberValue() ?? null;
}
