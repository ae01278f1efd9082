import type { Instant } from './instant.js';

/** A record whose changes others follow. */
export interface Changing {
  /** the time of the last change, as the store has it; absent while the record is not stored */
  readonly updatedAt?: Instant;
}
