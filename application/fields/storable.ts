import { ValidationError } from '../../domain/shared/errors.js';
import { isStorable } from '../../domain/shared/text.js';

/** NUL and lone surrogates are refused in every body, also in the parts of it that are ignored. */
export function requireStorable(body: unknown, besides?: readonly string[]): void {
  if (!isStorableThroughout(body, besides)) throw new ValidationError('body', 'must not contain NUL or half a surrogate pair');
}

/**
 * @param value what has been seen not to be nested too deep
 * @param besides names of properties that did not come with it
 */
export function isStorableThroughout(value: unknown, besides: readonly string[] = []): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((one) => isStorableThroughout(one));
  const values = value as Readonly<Record<string, unknown>>; // neither null nor a list
  for (const name in values) {
    if (!isStorable(name) || !(isStorableThroughout(values[name]) || besides.includes(name))) return false;
  }
  return true;
}
