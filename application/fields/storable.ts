import { ValidationError } from '../../domain/shared/errors.js';
import { isStorable } from '../../domain/shared/text.js';

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
