import { isInboxTeammate, printWorkingHours, ROLES, type StaffMember } from '../../../domain/staff/staff.js';
import { NOBODY } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, Flag, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import type { Headcount } from './staff.js';

export class StaffMemberView {
  @Uuid({ explained: true, description: 'The profile id, in `assignee_id`. Either id names a person.' }) id!: string;
  @Uuid({ explained: true, description: 'The user id, in `assigned_to`.' }) user_id!: string;
  @Text({ example: 'Morgan Ellis' }) name!: string;
  @Text({ nullable: true, example: 'morgan@example.com' }) email!: string | null;
  @Text({ nullable: true, description: 'E.164.', example: '+16135550142' }) phone!: string | null;
  @OneOf(ROLES, { example: 'advisor' }) role!: string;
  @Flag() active!: boolean;
  @Flag({ description: 'True for an active owner, manager or advisor.' }) inbox_access!: boolean;
  @Text({
    description: 'When the person works; “standard”: whenever the shop is open, “closed”: never.',
    example: 'tue-fri 09:00-17:00',
  })
  hours!: string;
  @DateTime() created_at!: string;

  static of(member: StaffMember): StaffMemberView {
    return {
      id: member.id,
      user_id: member.userId,
      name: member.name,
      email: member.email,
      phone: member.phone,
      role: member.role,
      active: member.active,
      inbox_access: isInboxTeammate(member),
      hours: printWorkingHours(member.hours),
      created_at: member.createdAt,
    };
  }
}

export const staffEvents = eventKinds(StaffMemberView, NOBODY, {
  'staff.updated': { says: 'A teammate was added, changed, or has left.', causedBy: 'staff.update' },
});

export class StaffListMeta {
  @Int({ min: 0, description: 'The number of people in the shop.', example: 1 }) total!: number;

  static of({ total }: Headcount): StaffListMeta {
    return { total };
  }
}
