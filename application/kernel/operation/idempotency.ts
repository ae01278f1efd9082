import { ValidationError } from '../../../domain/shared/errors.js';
import type { JsonSchema } from '../fields/json-schema.js';

/** The idempotency key of a call. The caller chooses it, so that a retry with the same key does not write a second time. */
export interface IdempotentCall {
  /** the name of the header or argument that has the key */
  readonly name: string;
  readonly key: string;
  /** computed from method, URL and body, or from a tool's name and arguments; a key with another fingerprint is refused */
  readonly fingerprint: string;
}

const LONGEST_KEY = 255;
/** Printable ASCII that is not only blanks. The pattern has no look-ahead, because some model providers do not support one. */
const KEY = /^ *[!-~][ -~]*$/;

/** The schema of a key, for the header and for the argument of a tool. */
export const IDEMPOTENCY_KEY_SCHEMA: JsonSchema = { type: 'string', maxLength: LONGEST_KEY, pattern: KEY.source };

/** @param field the name of the header or argument that has the key @throws ValidationError when the form of the key is wrong */
export function readIdempotencyKey(field: string, key: unknown): string {
  if (typeof key === 'string' && key.length <= LONGEST_KEY && KEY.test(key)) return key;
  throw new ValidationError(field, 'must be 1 to 255 printable ASCII characters');
}
