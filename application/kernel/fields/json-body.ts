import { InvalidRequest, ValidationError } from '../../../domain/shared/errors.js';
import { isStorable } from '../../../domain/shared/text.js';

/**
 * The deepest nesting of a body, in levels. No input of the API needs more levels. On a deeper body, recursive code could exhaust
 * the stack.
 */
export const DEEPEST = 32;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

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
 * Parses JSON. A number that a double would round to fewer digits is replaced; see `withoutRounding`.
 * @throws InvalidRequest when the bytes are not JSON in UTF-8
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = UTF8.decode(bytes);
    const value = JSON.parse(text) as unknown;
    const exact = withoutRounding(text);
    return exact === text ? value : (JSON.parse(exact) as unknown);
  } catch (error) {
    throw new InvalidRequest('the body is not valid JSON', { cause: error });
  }
}

/** Tells whether a parsed value is an object of JSON: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value as an object. @throws ValidationError when it is no object, or is nested deeper than `DEEPEST` levels */
export function requireObject(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new ValidationError('body', 'must be a JSON object');
  if (isDeeperThan(DEEPEST, value)) throw new ValidationError('body', `must not be nested deeper than ${DEEPEST} levels`);
  return value;
}

/**
 * Tells whether a value is nested deeper than `levels`. This check runs before recursive code reads a client's input. It can run
 * after `JSON.parse`, because `JSON.parse` does not recurse on the stack.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isDeeperThan(levels - 1, inner));
  const values = value as Readonly<Record<string, unknown>>; // safe: neither null nor a list
  for (const name in values) if (isDeeperThan(levels - 1, values[name])) return true;
  return false;
}

/**
 * Replaces the numbers that `JSON.parse` would round to fewer digits: it would turn 4.99999999999999999999 into 5. The
 * replacement is a double close to the rounded number, such as 5.000000000000001. A field with a limit on decimals refuses this
 * double with its usual message.
 * @param text valid JSON
 */
function withoutRounding(text: string): string {
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

/** Refuses NUL and lone surrogates anywhere in a body, also in properties that no field declares. */
export function requireStorable(body: unknown, besides?: readonly string[]): void {
  if (!isStorableThroughout(body, besides)) throw new ValidationError('body', 'must not contain NUL or half a surrogate pair');
}

/**
 * Tells whether a value has neither NUL nor lone surrogates in its texts and in the names of its properties.
 * @param value a value whose nesting depth has been checked
 * @param besides names of properties of the value itself; what these properties hold is not checked
 */
export function isStorableThroughout(value: unknown, besides: readonly string[] = []): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((one) => isStorableThroughout(one));
  const values = value as Readonly<Record<string, unknown>>; // safe: neither null nor a list
  for (const name in values) {
    if (!isStorable(name) || !(isStorableThroughout(values[name]) || besides.includes(name))) return false;
  }
  return true;
}
