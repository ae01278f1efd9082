import { ValidationError } from '../../domain/shared/errors.js';

/** The caller's own name for one write, so that a retry is not a second write. */
export interface IdempotentCall {
  /** what the surface calls it: a header or an argument */
  readonly name: string;
  readonly key: string;
  /** of path and body: the same key with another one is refused */
  readonly fingerprint: string;
}

const LONGEST_KEY = 255;

/** @param field what the surface calls it: a header or an argument */
export function readIdempotencyKey(field: string, key: unknown): string {
  if (typeof key === 'string' && key.length <= LONGEST_KEY && /^(?! *$)[\x20-\x7e]+$/.test(key)) return key;
  throw new ValidationError(field, 'must be 1 to 255 printable ASCII characters');
}
