import { releaseLine, type ReleasedLine } from '../../domain/phone-numbers/lines.js';
import { NotFound } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import { normalizePhone } from '../../domain/shared/phone.js';
import type { Shops } from '../access/shops.js';
import type { PhoneNumbers } from './phone-numbers.js';

/** For the operator: a line that the shop no longer has. Its record stays. */
export class ReleasePhoneNumber {
  constructor(
    private readonly shops: Shops,
    private readonly phoneNumbers: PhoneNumbers,
  ) {}

  /**
   * @param which the number, however it is written in the shop's country, or the record's id
   * @throws NotFound
   */
  async execute(shopId: ShopId, which: string): Promise<ReleasedLine> {
    const shop = await this.shops.find(shopId);
    if (!shop) throw new NotFound('shop');
    const wanted = normalizePhone(which, shop.country) ?? which.toLowerCase();
    return this.phoneNumbers.change(shopId, (live) => releaseLine(live, ({ id, number }) => id === wanted || number === wanted));
  }
}
