import { ValidationError } from '../../domain/shared/errors.js';

/** A write with the caller's own key, so that a retry does not write a second time. */
export interface IdempotentCall {
  /** the name of the header or argument that has the key */
  readonly name: string;
  readonly key: string;
  /** computed from path and body; the same key with another fingerprint is refused */
  readonly fingerprint: string;
}

const LONGEST_KEY = 255;

/** @param field the name of the header or argument that has the key */
export function readIdempotencyKey(field: string, key: unknown): string {
  if (typeof key === 'string' && key.length <= LONGEST_KEY && /^(?! *$)[\x20-\x7e]+$/.test(key)) return key;
  throw new ValidationError(field, 'must be 1 to 255 printable ASCII characters');
}
