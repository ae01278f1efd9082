/** JSON numbers become doubles. Up to this many significant digits, a number and its double have the same shortest text. */
const EXACT_DIGITS = 15;
/** Only such a text can contain a number that has more digits, or one that is so small that its double is 0. */
const MAY_ROUND = /\d[\d.]{15}|[eE]-\d{3}/;
/** The last quote of a string is always there. It is optional so that the expression is linear on every text. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g;

/**
 * Fields see doubles, and 4.99999999999999999999 would look like 5. In the returned JSON, such a number is replaced by a
 * neighbour that has too many digits as well, so that a field refuses it with its usual message.
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

/** Counts the digits from the first to the last that is not zero. Zero has none. */
function significantDigits(written: string): number {
  const [mantissa = ''] = written.split(/e/i);
  return mantissa
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/(?<!0)0+$/, '').length;
}
