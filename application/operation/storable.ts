import { ValidationError } from '../../domain/shared/errors.js';
import { isStorable } from '../../domain/shared/text.js';

/** NUL and lone surrogates are refused in every body, also in the parts of it that are ignored. */
export function requireStorable(body: unknown): void {
  if (!isStorableThroughout(body)) throw new ValidationError('body', 'must not contain NUL or half a surrogate pair');
}

export function isStorableThroughout(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableThroughout(inner));
}
