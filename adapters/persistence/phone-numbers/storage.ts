import { PhoneNumbers } from '../../../application/phone-numbers/phone-numbers.js';
import { PHONE_NUMBERS } from '../../../application/phone-numbers/records.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { NumberHolders1795387200000 } from './1795387200000-number-holders.js';
import { phoneNumberTable } from './phone-number.table.js';
import { PostgresPhoneNumbers } from './postgres-phone-numbers.js';

export const phoneNumbersStorage = storage({
  migrations: [NumberHolders1795387200000],
  tables: [phoneNumberTable],
  kinds: [stored(PHONE_NUMBERS, { table: phoneNumberTable })],
  impersonal: [phoneNumberTable],
  provides: [provide(PhoneNumbers, PostgresPhoneNumbers, [Database])],
});
