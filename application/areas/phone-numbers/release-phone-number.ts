import { releaseLine, type ReleasedLine } from '../../../domain/phone-numbers/phone-number.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { normalizePhone } from '../../../domain/shared/phone.js';
import { NO_CAUSE, type Cause } from '../../kernel/events/cause.js';
import type { Shops } from '../access/shops.js';
import type { ChangedLines } from './changed-lines.js';

const BY_OPERATOR: Cause = { ...NO_CAUSE, operation: 'phone_numbers.release' };

/** A use case of the operator: releases a phone line of a shop. The record is kept. */
export class ReleasePhoneNumber {
  constructor(
    private readonly shops: Shops,
    private readonly lines: ChangedLines,
  ) {}

  /**
   * @param which the number in any notation of the shop's country, or the record's id
   * @throws NotFound
   */
  async execute(shopId: ShopId, which: string): Promise<ReleasedLine> {
    const shop = await this.shops.find(shopId);
    if (!shop) throw new NotFound('shop');
    const wanted = normalizePhone(which, shop.country) ?? which.toLowerCase();
    return this.lines.change(shopId, BY_OPERATOR, (live) =>
      releaseLine(live, ({ id, number }) => id === wanted || number === wanted),
    );
  }
}
