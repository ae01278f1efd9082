import { PhoneNumbers } from '../../../application/phone-numbers/phone-numbers.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { phoneNumberTable } from './phone-number.table.js';
import { PostgresPhoneNumbers } from './postgres-phone-numbers.js';

export const phoneNumbersStorage = storage({
  tables: [phoneNumberTable],
  provides: [provide(PhoneNumbers, PostgresPhoneNumbers, [Database])],
});
