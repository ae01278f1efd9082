import { ValidationError } from '../../../domain/shared/errors.js';

const WHOLE_NUMBER = /^\d{1,7}$/;

/** The smallest and the largest value of a setting. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** @throws ValidationError when the text is not a whole number within the bounds */
export function parseWholeNumber(name: string, typed: string, { min, max }: Bounds): number {
  const text = typed.trim();
  const number = WHOLE_NUMBER.test(text) ? Number(text) : null;
  if (number === null || number < min || number > max)
    throw new ValidationError(name, `must be a whole number from ${min} to ${max}`);
  return number;
}
