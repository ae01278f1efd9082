/** JSON numbers become doubles. Up to this many significant digits, a number and its double have the same shortest text. */
const EXACT_DIGITS = 15;
/** From this many significant digits on, different numbers may become the same double. */
const ROUNDED_DIGITS = EXACT_DIGITS + 1;
/** A number with such an exponent may be so small that its double is 0. The end keeps ids from matching. */
const MAYBE_TINY = /[eE]-\d{3,}\s*[,\]}]/;
const NUMBER = /-?\d[\d.eE+-]*/y;

/**
 * Fields see doubles, and 4.99999999999999999999 would look like 5. In the returned JSON, such a number is one that looks
 * like neither: it has too many digits as well, so that a field refuses it with its usual message.
 * @param text valid JSON
 */
export function withoutRounding(text: string): string {
  if (!hasLongNumber(text) && !MAYBE_TINY.test(text)) return text;
  let result = '';
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === MINUS || isDigit(sign)) {
      const written = numberAt(text, at);
      const told = unroundable(written);
      if (told !== null) {
        result += text.slice(copied, at) + told;
        copied = at + written.length;
      }
      at += written.length - 1;
    }
  }
  return result + text.slice(copied);
}

/**
 * Tells whether there are `ROUNDED_DIGITS` digits and points in a row, also within strings. It looks at every 16th character
 * only, and at those before it while they are digits. A regular expression takes several times as long.
 */
function hasLongNumber(text: string): boolean {
  for (let end = ROUNDED_DIGITS - 1; end < text.length; ) {
    const start = end - ROUNDED_DIGITS;
    let at = end;
    while (at > start && isOfNumber(text.charCodeAt(at))) at -= 1;
    if (at === start) return true;
    end = at + ROUNDED_DIGITS;
  }
  return false;
}

function isOfNumber(sign: number): boolean {
  return isDigit(sign) || sign === POINT;
}

const POINT = 0x2e;
const QUOTE = 0x22;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;

function isDigit(sign: number): boolean {
  return sign >= 0x30 && sign <= 0x39;
}

/** The place of the quote that ends the string, which begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; text.charCodeAt(at) !== QUOTE; at += 1) if (text.charCodeAt(at) === BACKSLASH) at += 1;
  return at;
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? '';
}

/** Null: fields see this number as it was written, or see that it has too many digits. */
function unroundable(written: string): string | null {
  const double = Number(written);
  const digits = significant(written);
  if (double === 0) return digits === 0 ? null : `${written.startsWith('-') ? '-' : ''}${Number.MIN_VALUE}`;
  if (digits < ROUNDED_DIGITS || significant(String(double)) > EXACT_DIGITS || !Number.isFinite(double)) return null;
  return String(double * (1 + Number.EPSILON));
}

/** Counts the digits from the first to the last that is not zero. Zero has none. */
function significant(written: string): number {
  const exponent = written.search(/e/i);
  const end = exponent === -1 ? written.length : exponent;
  let [first, last, count] = [-1, -1, 0];
  for (let at = 0; at < end; at += 1) {
    const sign = written.charCodeAt(at);
    if (!isDigit(sign)) continue;
    count += 1;
    if (sign === ZERO) continue;
    last = count;
    if (first === -1) first = count;
  }
  return first === -1 ? 0 : last - first + 1;
}

const ZERO = 0x30;
