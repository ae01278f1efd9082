import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { flag, instant, orNull, shopKey, table, text, uuidKey } from '../../storage/tables/table.js';

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
