import { STAFF, Staff } from '../../../application/areas/staff/staff.js';
import { provide } from '../../../application/kernel/provide.js';
import { WorkingHours1795402200000 } from '../../migrations/1795402200000-working-hours.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { PostgresStaff } from './postgres-staff.js';
import { staffTable } from './staff-member.entity.js';

export const staffStorage = storage({
  tables: [staffTable],
  migrations: [WorkingHours1795402200000],
  kinds: [stored(STAFF, { table: staffTable })],
  impersonal: [staffTable],
  provides: [provide(Staff, PostgresStaff, [Database])],
});
