import type { Instant } from '../../../domain/shared/instant.js';

/** The moment up to which the service has taken in what the provider lists as inbound texts. */
export abstract class CaughtUp {
  /** Null: the service has never caught up. */
  abstract until(): Promise<Instant | null>;
  /** Moves the moment, but never back. */
  abstract note(until: Instant): Promise<void>;
}
