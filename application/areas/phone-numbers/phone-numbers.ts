import type { Shop } from '../../../domain/access/shop.js';
import type { LinesDecision, PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Listing } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';
import type { Shops } from '../access/shops.js';

/** The `meta` of the list of a shop's lines. */
export interface Sending {
  /** the id of the shop's messaging service at the provider; null: the shop does not send texts through one */
  readonly messagingService: string | null;
}

/** The phone lines of a shop. */
export abstract class PhoneNumbers {
  /** The live lines, the primary one first and then the oldest first; at most `MOST_UNPAGED`. */
  abstract list(shop: ShopId): Promise<Listing<PhoneNumber, Sending>>;
  /**
   * The shop in which this number is live; null: none. A number is live in one shop of a deployment. If lines that were stored
   * without `AddPhoneNumber` break that rule, this is the shop that has had the number for the longest time.
   */
  abstract holder(number: E164): Promise<Shop | null>;
  /**
   * Reserves a number until the unit of work ends: other calls with this number wait. Without a unit of work it reserves nothing.
   * @returns the id of its `holder`
   */
  abstract reserve(number: E164): Promise<ShopId | null>;
  /**
   * Stores the decision of `decide`, which gets the live lines, oldest first. Other changes of the shop's lines wait until it is
   * stored.
   */
  abstract change<Decided extends LinesDecision>(
    shop: ShopId,
    decide: (live: readonly PhoneNumber[]) => Decided,
  ): Promise<Decided>;
}

export const PHONE_NUMBERS: RecordType = { name: 'phone_numbers', noun: 'phone number' };

/** Finds the shop that a provider's report is for. Some reports name it; the others name only the shop's line. */
export class AddressedShop {
  constructor(
    private readonly shops: Shops,
    private readonly phoneNumbers: PhoneNumbers,
  ) {}

  /** @param line null: the report names no number of a line. Null is returned for a line that belongs to no shop. */
  async find(shop: ShopId | null, line: E164 | null): Promise<Shop | null> {
    if (shop) return this.shops.find(shop);
    return line && this.phoneNumbers.holder(line);
  }
}
