import { InvalidRequest, ValidationError } from '../../domain/shared/errors.js';

/** Deeper than any input of ours; what is deeper could exhaust the stack of whoever walks it. */
export const DEEPEST = 32;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** @throws InvalidRequest when the bytes are no UTF-8 JSON */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes)) as unknown;
  } catch (error) {
    throw new InvalidRequest('the body is not valid JSON', { cause: error });
  }
}

/** @throws ValidationError when the value is no object, or is nested beyond reason */
export function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ValidationError('body', 'must be a JSON object');
  }
  if (isDeeperThan(DEEPEST, value)) throw new ValidationError('body', `must not be nested deeper than ${DEEPEST} levels`);
  return value as Record<string, unknown>;
}

/** Asked before anything else walks what a client has sent; `JSON.parse` itself needs no stack. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isDeeperThan(levels - 1, inner));
  const values = value as Readonly<Record<string, unknown>>; // neither null nor a list
  for (const name in values) if (isDeeperThan(levels - 1, values[name])) return true;
  return false;
}
