import { STAFF } from '../../../application/areas/staff/staff.js';
import { normalizeEmail } from '../../../domain/shared/contact.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import type { DemoRecords } from '../demo-part.js';
import { e164, latinOf, writtenOf } from '../random/contacts.js';
import type { PartContext } from '../random/part-context.js';

export const demoStaff: DemoRecords<StaffMember> = { name: 'staff', record: STAFF, per: 'shop', make: staffOf };

/** Staff with every role. One member has left, and some have no access to the inbox. */
function staffOf(context: PartContext): StaffMember[] {
  const { team, shopPhones } = context.shop;
  return team.map(({ name, role, since, active = true, hours = null }, index) => {
    const createdAt = context.workedTime(context.daysAgo(since));
    const [first = ''] = latinOf(name).normalize('NFD').replace(/\p{M}/gu, '').split(' ');
    return {
      id: context.id<'StaffProfile'>(createdAt),
      userId: context.id<'StaffUser'>(createdAt),
      name: writtenOf(name),
      email: role === 'technician' ? null : normalizeEmail(`${first}@example.com`),
      phone: e164(`${shopPhones}${String(index + 1).padStart(2, '0')}`),
      role,
      active,
      hours,
      createdAt,
    };
  });
}
