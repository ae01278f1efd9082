import type { StaffMember } from '../../../domain/staff/staff.js';
import {
  flag,
  instant,
  json,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type ProvenanceColumns,
  type Stored,
} from '../../storage/tables/table.js';

export const staffTable = table<Omit<Stored<StaffMember>, 'version'> & ProvenanceColumns>('staff', {
  shopId: shopKey,
  id: uuidKey(),
  userId: uuid('user_id'),
  name: text(),
  email: orNull(text()),
  phone: orNull(text()),
  role: text(),
  active: flag(),
  hours: orNull(json()),
  createdAt: instant('created_at'),
  ...provenance,
});
