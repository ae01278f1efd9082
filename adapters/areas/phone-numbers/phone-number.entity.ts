import { MOST_UNPAGED } from '../../../application/kernel/operation/page.js';
import { LIVE_STATUSES, type PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { flag, instant, orNull, selectList, shopKey, table, text, uuidKey } from '../../storage/tables/table.js';

export const phoneNumberTable = table<PhoneNumber & { shopId: string }>('phone_numbers', {
  shopId: shopKey,
  id: uuidKey(),
  number: text(),
  label: orNull(text()),
  isPrimary: flag('is_primary'),
  isSending: flag('is_sending'),
  sms: flag(),
  voice: flag(),
  status: text(),
  createdAt: instant('created_at'),
});

/** SQL condition: the line `t` is live. */
export const IS_LIVE = `t.status in (${LIVE_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** SQL that selects the live lines of a shop, the primary one first and then the oldest first. `$1` is the shop. */
export const LIVE_LINES = `select ${selectList(phoneNumberTable)} from phone_numbers t where t.shop_id = $1 and ${IS_LIVE}
  order by t.is_primary desc, t.created_at, t.id desc limit ${MOST_UNPAGED}`;
