import type { ApiKeyId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';

export interface IdempotencyRef {
  readonly shop: ShopId;
  readonly apiKey: ApiKeyId;
  readonly key: string;
}

/**
 * The answer to a call that asks for a key. `begun`: the caller must carry out the call, and then pass the attempt to `finish` or
 * `release`. The other states belong to an earlier call with the same key.
 */
export type KeyClaim =
  | { readonly state: 'begun'; readonly attempt: string }
  | { readonly state: 'in_progress'; readonly fingerprint: string }
  | { readonly state: 'done'; readonly fingerprint: string; readonly answer: string };

/**
 * An answer is kept for 24 h. A key that is in progress for more than 60 s can be used again, because its process counts as dead.
 */
export abstract class IdempotencyKeys {
  /** Claims the key for a call. This is one statement of its own, so that exactly one of several concurrent calls begins. */
  abstract begin(ref: IdempotencyRef, fingerprint: string, now: Instant): Promise<KeyClaim>;
  /**
   * Stores the answer. A success is stored in the unit of work of its writes. False: another attempt has taken the key, so these
   * writes must not be stored.
   */
  abstract finish(ref: IdempotencyRef, attempt: string, answer: string): Promise<boolean>;
  abstract release(ref: IdempotencyRef, attempt: string): Promise<void>;
}
