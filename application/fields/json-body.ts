import { InvalidRequest, ValidationError } from '../../domain/shared/errors.js';
import { withoutRounding } from './exact-numbers.js';

/**
 * The deepest nesting of a body, in levels. No input of the API needs more levels. On a deeper body, recursive code could exhaust
 * the stack.
 */
export const DEEPEST = 32;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

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

/** Returns the value as an object. @throws ValidationError when it is no object, or is nested deeper than `DEEPEST` levels */
export function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ValidationError('body', 'must be a JSON object');
  }
  if (isDeeperThan(DEEPEST, value)) throw new ValidationError('body', `must not be nested deeper than ${DEEPEST} levels`);
  return value as Record<string, unknown>;
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
