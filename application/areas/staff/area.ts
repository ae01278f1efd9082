import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Outbox } from '../../kernel/events/outbox.js';
import { Emails } from '../../kernel/ports/emails.js';
import { Clock, Ids, Log, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { Outgoing } from '../outgoing/outgoing.js';
import { AddStaffMember } from './add-staff-member.js';
import { ChangeStaffMember } from './change-staff-member.js';
import { createStaffMember } from './create-staff-member.js';
import { EmailNotices } from './email-notices.js';
import { listStaff } from './list-staff.js';
import { searchStaff } from './search-staff.js';
import { staffKind } from './staff-member.import.js';
import { staffEvents } from './staff-member.view.js';
import { StaffNews } from './staff-news.js';
import { Staff } from './staff.js';
import { updateStaffMember } from './update-staff-member.js';

export const staffArea = area({
  name: 'staff',
  about: 'The shop’s people, with their roles and the ids for assigning jobs, tasks and leads.',
  operations: [searchStaff, listStaff, createStaffMember, updateStaffMember],
  importKinds: [staffKind],
  events: [staffEvents],
  shared: [
    provide(EmailNotices, EmailNotices, [Shops, Emails, Outgoing, Clock, Log]),
    provide(StaffNews, StaffNews, [Announcer, Outbox, UnitOfWork, Clock]),
    provide(AddStaffMember, AddStaffMember, [Shops, Staff, Ids, Clock, StaffNews]),
    provide(ChangeStaffMember, ChangeStaffMember, [Staff, StaffNews]),
  ],
});
