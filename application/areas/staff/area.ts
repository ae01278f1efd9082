import { area } from '../../kernel/area.js';
import { Emails } from '../../kernel/ports/emails.js';
import { Clock, Ids, Log } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { Outgoing } from '../outgoing/outgoing.js';
import { AddStaffMember } from './add-staff-member.js';
import { DeactivateStaffMember } from './deactivate-staff-member.js';
import { EmailNotices } from './email-notices.js';
import { listStaff } from './list-staff.js';
import { searchStaff } from './search-staff.js';
import { SetWorkingHours } from './set-working-hours.js';
import { staffKind } from './staff-member.import.js';
import { Staff } from './staff.js';

export const staffArea = area({
  name: 'staff',
  about: 'The shop’s people, with their roles and the ids for assigning jobs, tasks and leads.',
  operations: [searchStaff, listStaff],
  importKinds: [staffKind],
  shared: [provide(EmailNotices, EmailNotices, [Shops, Emails, Outgoing, Clock, Log])],
  commands: [
    provide(AddStaffMember, AddStaffMember, [Shops, Staff, Ids, Clock]),
    provide(DeactivateStaffMember, DeactivateStaffMember, [Staff]),
    provide(SetWorkingHours, SetWorkingHours, [Staff]),
  ],
});
