import type { LinesDecision } from '../../domain/phone-numbers/lines.js';
import type { PhoneNumber } from '../../domain/phone-numbers/phone-number.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Listing } from '../operation/page.js';

/** The `meta` of the list of a shop's lines. */
export interface Sending {
  /** the provider's id of a messaging service; null when the shop does not text through one */
  readonly messagingService: string | null;
}

/** The phone lines of a shop. */
export abstract class PhoneNumbers {
  /** The live lines, the primary one first and then the oldest first; at most `MOST_UNPAGED`. */
  abstract list(shop: ShopId): Promise<Listing<PhoneNumber, Sending>>;
  /**
   * Stores the decision of `decide`, which gets the live lines, oldest first. Other changes of the shop's lines wait until then.
   */
  abstract change<Decided extends LinesDecision>(
    shop: ShopId,
    decide: (live: readonly PhoneNumber[]) => Decided,
  ): Promise<Decided>;
}
