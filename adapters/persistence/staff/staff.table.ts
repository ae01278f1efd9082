import type { StaffMember } from '../../../domain/staff/staff.js';
import { flag, instant, orNull, shopKey, table, text, uuid, uuidKey, type Stored } from '../table.js';

export const staffTable = table<Omit<Stored<StaffMember>, 'version'>>('staff', {
  shopId: shopKey,
  id: uuidKey(),
  userId: uuid('user_id'),
  name: text(),
  email: orNull(text()),
  phone: orNull(text()),
  role: text(),
  active: flag(),
  createdAt: instant('created_at'),
});
