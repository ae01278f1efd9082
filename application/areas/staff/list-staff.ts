import { defined } from '../../../domain/shared/defined.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import { Flag } from '../../kernel/fields/fields.js';
import { Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { StaffMemberView } from './staff-member.view.js';
import { Staff } from './staff.js';

class ListStaffInput {
  @Flag({ optional: true, description: '`false`: those who have left. Left out: both.' }) active?: boolean;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListStaff implements UseCase<ListStaffInput, OffsetSlice<StaffMember>> {
  constructor(private readonly staff: Staff) {}

  execute({ shop }: Caller, { active, limit = 25, offset = 0 }: ListStaffInput): Promise<OffsetSlice<StaffMember>> {
    return this.staff.list(shop.id, defined({ active }), limit, offset);
  }
}

export const listStaff = operation(ListStaff, {
  name: 'staff.list',
  summary: 'List the people of the shop',
  description:
    'Lists the shop’s people with their roles, active first, then by name; tasks.assignees lists ' +
    'those who can get a task. Nobody is contacted. A repetition reads anew. Refuses what does not fit the schema; ' +
    'without a match the list is empty.',
  scope: 'read',
  capability: { permission: 'jobs.manage', budget: 'read' },
  input: ListStaffInput,
  output: offsetPageOf(StaffMemberView),
  needs: [Staff],
});
