import { AsYouType, isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';

/** A phone number as `+` and up to fifteen digits (ITU-T E.164). */
export type E164 = string & { readonly __e164: true };

/** The code of a country whose phone numbers libphonenumber knows: ISO 3166-1 alpha-2, and AC, TA and XK. */
export type Country = CountryCode;

export function toCountry(text: string): Country | null {
  return isSupportedCountry(text) ? text : null;
}

/** The usual forms of a North American number. A number without `+1` is read by this expression only for shops in CA and US. */
const NORTH_AMERICAN = /^(?:\+1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/;
const NORTH_AMERICA: ReadonlySet<string> = new Set(['CA', 'US']);

/**
 * Returns a phone number in E.164; null when the text is not one possible number, has no area code, an extension or other words. Fictional
 * 555 numbers are accepted, because they are possible. `NORTH_AMERICAN` reads the usual forms of North American numbers, because
 * the library takes thirty times as long for the same result. The library reads all other forms.
 * @param country the shop's country: the region of a number written without its country code
 */
export function normalizePhone(text: string, country: Country): E164 | null {
  const [, area, exchange, line] = NORTH_AMERICAN.exec(text) ?? [];
  if (area !== undefined && (text.startsWith('+') || NORTH_AMERICA.has(country))) return `+1${area}${exchange}${line}` as E164;
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!number?.isPossible() || number.ext !== undefined) return null;
  // In some regions a local number without its area code is possible, too. Its E.164 form is not.
  if (!parsePhoneNumberFromString(number.number)?.isPossible()) return null;
  // The cast is safe: the library returns E.164 as a plain string.
  return number.number as E164;
}

/**
 * What Twilio reports as the number of a caller who hides it: RESTRICTED, BLOCKED, UNKNOWN, ANONYMOUS and UNAVAILABLE on the keys of
 * a phone. Some of them would be possible numbers.
 */
const WITHHELD: ReadonlySet<string> = new Set(['+7378742833', '+2562533', '+8656696', '+266696687', '+86282452253']);

/**
 * Reads a number as a provider reports it, which is with `+`. Null for every other sender or caller, such as a short code, a name
 * or a hidden number: in some countries a short code would also be a possible number.
 */
export function reportedNumber(text: string, country: Country): E164 | null {
  return text.startsWith('+') && !WITHHELD.has(text) ? normalizePhone(text, country) : null;
}

/** The E.164 form of the beginning of a phone number: `020 79` is `+442079` in GB. Null when the text has no digits. */
export function beginningOfPhone(text: string, country: Country): string | null {
  const typing = new AsYouType(country);
  typing.input(text);
  return typing.getNumberValue() ?? null;
}
