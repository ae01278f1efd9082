import { provide } from '../../../application/provide.js';
import { STAFF } from '../../../application/staff/records.js';
import { Staff } from '../../../application/staff/staff.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { WorkingHours1795402200000 } from './1795402200000-working-hours.js';
import { staffTable } from './staff.table.js';
import { PostgresStaff } from './postgres-staff.js';

export const staffStorage = storage({
  tables: [staffTable],
  migrations: [WorkingHours1795402200000],
  kinds: [stored(STAFF, { table: staffTable })],
  impersonal: [staffTable],
  provides: [provide(Staff, PostgresStaff, [Database])],
});
