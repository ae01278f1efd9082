import { InvalidRequest, ValidationError } from '../../domain/shared/errors.js';

/** Deeper than any input of ours; what is deeper could exhaust the stack of whoever walks it. */
const DEEPEST = 32;
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
export function requireObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ValidationError('body', 'must be a JSON object');
  }
  if (isDeeper(value, DEEPEST)) throw new ValidationError('body', `must not be nested deeper than ${DEEPEST} levels`);
  return value as Readonly<Record<string, unknown>>;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
