import type { Shop } from '../../../domain/access/shop.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Shops } from '../access/shops.js';
import type { PhoneNumbers } from './phone-numbers.js';

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
