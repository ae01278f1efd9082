import { ValidationError } from '../../domain/shared/errors.js';

/** The guard of a PATCH: unknown fields don't count. */
export function requireOne(change: object, updatable: readonly string[]): void {
  if (Object.keys(change).length === 0) {
    throw new ValidationError('body', `give at least one of ${updatable.join(', ')}`);
  }
}
