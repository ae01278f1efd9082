import type { StaffMember } from '../../../domain/staff/staff.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { listOf } from '../../kernel/operation/output.js';
import type { Listing } from '../../kernel/operation/page.js';
import { StaffListMeta, StaffMemberView } from './staff-member.view.js';
import { Staff, type Headcount } from './staff.js';

class SearchStaffInput {}

class SearchStaff implements UseCase<SearchStaffInput, Listing<StaffMember, Headcount>> {
  constructor(private readonly staff: Staff) {}

  execute({ shop }: Caller): Promise<Listing<StaffMember, Headcount>> {
    return this.staff.roster(shop.id);
  }
}

export const searchStaff = operation(SearchStaff, {
  name: 'staff.search',
  summary: 'List the staff roster',
  description: 'The shop’s people, active people first, then by name. People who left are listed as inactive.',
  scope: 'read',
  route: get('/staff', { operationId: 'staff.list' }),
  input: SearchStaffInput,
  output: listOf(StaffMemberView, StaffListMeta),
  needs: [Staff],
});
