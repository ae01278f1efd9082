import type { LinesDecision } from '../../domain/phone-numbers/lines.js';
import type { PhoneNumber } from '../../domain/phone-numbers/phone-number.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Listing } from '../operation/page.js';

/** What is said beside the lines of a shop. */
export interface Sending {
  /** the provider's id of a messaging service, where the shop texts through one */
  readonly messagingService: string | null;
}

/** The lines of a shop. */
export abstract class PhoneNumbers {
  /** The live ones, primary first, then oldest; at most `MOST_UNPAGED`. */
  abstract list(shop: ShopId): Promise<Listing<PhoneNumber, Sending>>;
  /** Stores what `decide` makes of the live lines, oldest first; nobody else changes lines of the shop meanwhile. */
  abstract change<Decided extends LinesDecision>(shop: ShopId, decide: (live: readonly PhoneNumber[]) => Decided): Promise<Decided>;
}
