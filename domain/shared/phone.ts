import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

/** A phone number as `+` and up to fifteen digits (ITU-T E.164). */
export type E164 = string & { readonly __e164: true };

/** ISO 3166-1 alpha-2, of a country that has a telephone numbering plan. */
export type Country = CountryCode;

export function toCountry(text: string): Country | null {
  return isSupportedCountry(text) ? text : null;
}

/**
 * Fictional 555 numbers pass (they are possible), sentences that contain a number don't, an extension is refused.
 * @param country the shop's country: the region of a number written without its country code
 */
export function normalizePhone(text: string, country: Country): E164 | null {
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!number?.isPossible() || number.ext !== undefined) return null;
  // The library calls it E.164, and a text; this is the brand's one maker.
  return number.number as E164;
}
