import { PHONE_NUMBERS, PhoneNumbers } from '../../../application/areas/phone-numbers/phone-numbers.js';
import { provide } from '../../../application/kernel/provide.js';
import { NumberHolders1795387200000 } from '../../migrations/1795387200000-number-holders.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { phoneNumberTable } from './phone-number.entity.js';
import { PostgresPhoneNumbers } from './postgres-phone-numbers.js';

export const phoneNumbersStorage = storage({
  migrations: [NumberHolders1795387200000],
  tables: [phoneNumberTable],
  kinds: [stored(PHONE_NUMBERS, { table: phoneNumberTable })],
  impersonal: [phoneNumberTable],
  provides: [provide(PhoneNumbers, PostgresPhoneNumbers, [Database])],
});
