/** The number of significant digits that a double keeps. A number with more digits may change when `JSON.parse` reads it. */
const EXACT_DIGITS = 15;
/**
 * Matches every text that has a number with more than 15 digits, or a number so small that its double is 0. It may also match
 * other texts.
 */
const MAY_ROUND = /\d[\d.]{15}|[eE]-\d{3}/;
/**
 * A string or a number in valid JSON. The closing quote of a string is always there. It is optional here, so that the expression
 * takes linear time on every text.
 */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g;

/**
 * Replaces the numbers that `JSON.parse` would round to fewer digits: it would turn 4.99999999999999999999 into 5. The
 * replacement is a double close to the rounded number, such as 5.000000000000001. A field with a limit on decimals refuses this
 * double with its usual message.
 * @param text valid JSON
 */
export function withoutRounding(text: string): string {
  if (!MAY_ROUND.test(text)) return text;
  return text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : unrounded(token)));
}

function unrounded(written: string): string {
  const double = Number(written);
  const digits = significantDigits(written);
  if (double === 0) return digits === 0 ? written : String(Number.MIN_VALUE);
  const looksShorter = digits > EXACT_DIGITS && significantDigits(String(double)) <= EXACT_DIGITS;
  return looksShorter && Number.isFinite(double) ? String(double * (1 + Number.EPSILON)) : written;
}

/** Counts the digits from the first digit that is not zero to the last digit that is not zero. The number 0 has none. */
function significantDigits(written: string): number {
  const [mantissa = ''] = written.split(/e/i);
  return mantissa
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/(?<!0)0+$/, '').length;
}
