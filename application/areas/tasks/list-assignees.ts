import { ROLES, type StaffMember } from '../../../domain/staff/staff.js';
import { OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { itemsOf } from '../../kernel/operation/output.js';
import { Staff } from '../staff/staff.js';

class ListAssigneesInput {}

class AssigneeView {
  @Uuid({ explained: true, description: 'The teammate’s `user_id`, for `staff_id` and `assigned_to`.' }) staff_id!: string;
  @Text({ example: 'Morgan Ellis' }) name!: string;
  @OneOf(ROLES, { example: 'advisor' }) role!: string;

  static of(member: StaffMember): AssigneeView {
    return { staff_id: member.userId, name: member.name, role: member.role };
  }
}

class ListAssignees implements UseCase<ListAssigneesInput, readonly StaffMember[]> {
  constructor(private readonly staff: Staff) {}

  execute({ shop }: Caller): Promise<readonly StaffMember[]> {
    return this.staff.inboxTeammates(shop.id);
  }
}

export const listAssignees = operation(ListAssignees, {
  name: 'tasks.assignees',
  summary: 'List the teammates a task can be given to',
  description:
    'Lists the active teammates whose role grants inbox access, by name; call it before you pass a `staff_id`. Nobody is ' +
    'contacted. A repetition reads anew. Refuses nothing: it takes nothing.',
  scope: 'read',
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ListAssigneesInput,
  output: itemsOf(AssigneeView),
  needs: [Staff],
});
