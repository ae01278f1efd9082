import { RefusedChange, ValidationError } from '../../domain/shared/errors.js';
import { fieldsOf } from '../fields/field.js';
import type { Operation } from './operation.js';

/** The guard of a PATCH: unknown fields don't count. */
export function requireOne(change: object, updatable: readonly string[]): void {
  if (Object.keys(change).length === 0) {
    throw new ValidationError('body', `give at least one of ${updatable.join(', ')}`);
  }
}

/** The guard of a body of verbs: 422, or 500 where the specification wants it so and the operation's `errors` say it. */
export function requireExactlyOne({ input, errors }: Pick<Operation, 'input' | 'errors'>, given: object): void {
  const verbs = fieldsOf(input).flatMap(({ name, place }) => (place === 'path' ? [] : [name]));
  if (verbs.filter((verb) => verb in given).length === 1) return;
  const problem = `give exactly one of ${verbs.join(', ')}`;
  throw errors?.includes('internal_error') ? new RefusedChange(problem) : new ValidationError('body', problem);
}
