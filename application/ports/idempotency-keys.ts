import type { ApiKeyId, ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';

export interface IdempotencyRef {
  readonly shop: ShopId;
  readonly apiKey: ApiKeyId;
  readonly key: string;
}

/** `begun`: ours to carry out, under this attempt. Else what an earlier call with this key left. */
export type Beginning =
  | { readonly state: 'begun'; readonly attempt: string }
  | { readonly state: 'in_progress'; readonly fingerprint: string }
  | { readonly state: 'done'; readonly fingerprint: string; readonly answer: string };

/** Kept for 24 h. One still in progress after 60 s belongs to a dead process and is free. */
export abstract class IdempotencyKeys {
  /** In a statement of its own: of several at once exactly one begins. */
  abstract begin(ref: IdempotencyRef, fingerprint: string, now: Instant): Promise<Beginning>;
  /** Within the write's unit of work. False: the attempt is no longer ours, and nothing may be stored. */
  abstract finish(ref: IdempotencyRef, attempt: string, answer: string): Promise<boolean>;
  abstract release(ref: IdempotencyRef, attempt: string): Promise<void>;
}
