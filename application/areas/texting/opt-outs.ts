import type { ConversationId, CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';

/** The records of a shop that a number belongs to. */
export interface NumberOwners {
  /** the newest text thread with the number; null: there is none */
  readonly conversation: ConversationId | null;
  /** the customer with this phone; null: there is none */
  readonly customer: CustomerId | null;
}

/**
 * The numbers that may not be texted by a shop. A row is kept when its block is lifted. Of an erased person the row has a digest
 * of the number: whoever asks for the number finds the row all the same.
 */
export abstract class OptOuts {
  /** The block on a number; null: the number is not blocked. */
  abstract find(shop: ShopId, number: E164): Promise<OptOut | null>;
  /** The row of a number, also a lifted one; null: the number was never blocked. */
  abstract history(shop: ShopId, number: E164): Promise<OptOut | null>;
  /** Writes the number of an erased person to its row again, because the person is back. Other numbers: nothing happens. */
  abstract recall(shop: ShopId, number: E164): Promise<void>;
  /** The numbers that are blocked, the latest block first. */
  abstract list(shop: ShopId): Promise<OptOut[]>;
  /** One page, in the order of `list`. Page and total come from one snapshot. */
  abstract page(shop: ShopId, limit: number, offset: number): Promise<OffsetSlice<OptOut>>;
  /**
   * Stores the result of `decide` and its events; calls `decide` again after a concurrent write. `decide` gets the number's row,
   * which may be lifted already, or null. If it returns null, nothing is stored.
   */
  abstract change(
    shop: ShopId,
    number: E164,
    decide: (known: OptOut | null, owners: NumberOwners) => Announced<OptOut> | null,
  ): Promise<OptOut | null>;
  /**
   * Blocks different numbers in the name of an import, without events. Blocked numbers keep their blocks. Returns how many numbers
   * were not blocked before.
   */
  abstract importBlocks(shop: ShopId, numbers: readonly E164[], now: Instant): Promise<number>;
}
