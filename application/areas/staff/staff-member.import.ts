import type { WeeklyHours } from '../../../domain/access/shop.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { StaffUserId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { ROLES, type Role, type StaffMember, tellStaff } from '../../../domain/staff/staff.js';
import { Email, Flag, Name, OneOf, Phone, Uuid } from '../../kernel/fields/fields.js';
import { announcedBy } from '../../transfer/announced.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ImportRow } from '../../transfer/import-row.js';
import { HoursField } from './hours-field.js';
import { staffEvents } from './staff-member.view.js';
import { STAFF } from './staff.js';

class StaffRow extends ImportRow {
  @Uuid({ ...cell, description: 'Used with --restore only: the id that `assigned_to` takes. A new staff member gets one.' })
  user_id?: StaffUserId | null;
  @Name({ max: 200, ...cell, description: 'Required for a new staff member.' }) name?: string | null;
  @Email({ max: 200, ...cell }) email?: EmailAddress | null;
  @Phone({ max: 40, ...cell, description: 'Normalised to E.164.' }) phone?: E164 | null;
  @OneOf(ROLES, { ...cell, description: 'Required for a new staff member.' }) role?: Role | null;
  @Flag({ ...cell, description: 'Default: true.' }) active?: boolean | null;
  @HoursField({
    ...cell,
    description: 'The form of opening hours: `mon-fri 08:00-18:00; sat 09:00-13:00`. Empty or `standard`: the opening hours.',
  })
  hours?: WeeklyHours | null;
}

export const staffKind = importKind<StaffRow, StaffMember>({
  name: 'staff',
  record: STAFF,
  row: StaffRow,
  resolve: {
    required: ['name', 'role'],
    uniques: [{ column: 'user_id' }],
  },
  examples: [
    {
      external_id: 'S-1001',
      name: 'Morgan Ellis',
      email: 'morgan@example.com',
      phone: '613 555 0101',
      role: 'advisor',
      active: true,
      hours: 'tue-fri 09:00-17:00; sat 09:00-13:00',
      created_at: '2023-09-04T13:00:00Z',
    },
    { external_id: 'S-1002', name: 'Sam Tremblay', role: 'technician', active: true },
  ],
  defaults: { userId: null, name: null, role: null, active: true },
  write: (next, before, row, { isNew, restore, newId }) => ({
    ...next,
    userId: (restore ? row.user_id : null) ?? (isNew ? newId() : before.userId),
  }),
  announce: announcedBy(staffEvents, tellStaff),
});
