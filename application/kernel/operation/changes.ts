import { RefusedChange, ValidationError } from '../../../domain/shared/errors.js';
import { givenFields, type Operation } from './operation.js';
import type { Surface } from './steps.js';

/**
 * Enforces `atLeastOne` and `exactlyOne` on the fields of the call. Unknown fields and `PathId` fields do not count.
 * @throws ValidationError; RefusedChange (500) for `exactlyOne` if `errors` has `internal_error`, as the specification wants
 */
export function requireChange(operation: Operation, given: object, surface: Surface): void {
  const { atLeastOne = false, exactlyOne = false } = operation;
  if (!atLeastOne && !exactlyOne) return;
  const fields = givenFields(operation, surface).flatMap(({ name, place }) => (place === 'path' ? [] : [name]));
  const count = fields.filter((field) => field in given).length;
  if (count === 1 || (count > 1 && !exactlyOne)) return;
  const problem = `give ${exactlyOne ? 'exactly' : 'at least'} one of ${fields.join(', ')}`;
  throw exactlyOne && operation.errors?.includes('internal_error')
    ? new RefusedChange(problem)
    : new ValidationError('body', problem);
}

/**
 * Returns the error with which an operation refuses. What the specification answers with 500 is 422 at an operation whose `errors`
 * do not have `internal_error`.
 */
export function refusalOf({ errors = [] }: Operation, error: unknown): unknown {
  if (!(error instanceof RefusedChange) || error.fault === null || errors.includes('internal_error')) return error;
  return new ValidationError(error.fault.field, error.fault.problem);
}

/** The change that a call asks for: the name of one field (the verb), and its value. */
export type AskedChange<Given> = {
  readonly [Verb in keyof Given]-?: { readonly verb: Verb; readonly value: Exclude<Given[Verb], undefined> };
}[keyof Given];

/**
 * Returns the one change of a call.
 * @param given an object with exactly one field, as the operation's `exactlyOne` has checked
 */
export function theOneChange<Given extends object>(given: Given): AskedChange<Given> {
  const [asked] = Object.entries(given).map(([verb, value]: [string, unknown]) => ({ verb, value }));
  // The cast is safe: `Object.entries` loses the types, but each verb and value come from one property.
  return asked as AskedChange<Given>;
}
