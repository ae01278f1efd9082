import { RefusedChange } from '../../../domain/shared/errors.js';
import type { ShopId, StaffUserId } from '../../../domain/shared/id.js';
import { isInboxTeammate } from '../../../domain/staff/staff.js';
import type { Assignee } from '../../../domain/tasks/task-links.js';
import type { Staff } from './staff.js';

/**
 * Returns the teammate that a task or a thread is to be assigned to.
 * @throws RefusedChange (500 by the specification), with the same message whether the user is unknown, inactive, ineligible or of
 * another shop
 */
export async function eligibleAssignee(staff: Staff, shop: ShopId, userId: StaffUserId): Promise<Assignee> {
  const member = await staff.findByUser(shop, userId);
  if (!member || !isInboxTeammate(member)) {
    throw new RefusedChange('staff_id is not an active teammate whose role grants inbox access; see tasks.assignees');
  }
  return { userId: member.userId, name: member.name };
}
