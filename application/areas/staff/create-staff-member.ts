import type { StaffMember } from '../../../domain/staff/staff.js';
import type { Cause } from '../../kernel/events/cause.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { AddStaffMember, NewStaffMember } from './add-staff-member.js';
import { StaffMemberView } from './staff-member.view.js';

class CreateStaffMember implements UseCase<NewStaffMember, StaffMember> {
  constructor(private readonly staff: AddStaffMember) {}

  execute({ shop }: Caller, input: NewStaffMember, cause: Cause): Promise<StaffMember> {
    return this.staff.add(shop.id, input, cause);
  }
}

export const createStaffMember = operation(CreateStaffMember, {
  name: 'staff.create',
  summary: 'Add a person to the shop',
  description:
    'Adds a teammate, who is active at once. Nobody is contacted. A repetition adds another person, unless it has the same ' +
    '`Idempotency-Key`. Refuses what does not fit the schema.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write', status: 201, tool: false },
  input: NewStaffMember,
  output: one(StaffMemberView),
  needs: [AddStaffMember],
});
