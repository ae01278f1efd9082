import { RefusedChange, ValidationError } from '../../../domain/shared/errors.js';
import type { Id, ShopId, StaffUserId } from '../../../domain/shared/id.js';
import { isInboxTeammate, type StaffMember } from '../../../domain/staff/staff.js';
import type { Assignee } from '../../../domain/tasks/task.js';
import type { Found, Reference, RowContext } from '../../transfer/import-kind.js';
import { STAFF, type Staff } from './staff.js';

const NOT_A_TEAMMATE = 'is not an active teammate whose role grants inbox access; see tasks.assignees';

/**
 * Returns the teammate that a task or a thread is to be assigned to.
 * @throws RefusedChange (500 by the specification), with the same message whether the user is unknown, inactive, ineligible or of
 * another shop
 */
export async function eligibleAssignee(staff: Staff, shop: ShopId, userId: StaffUserId): Promise<Assignee> {
  const member = await staff.findByUser(shop, userId);
  if (!member || !isInboxTeammate(member)) {
    throw new RefusedChange(`staff_id ${NOT_A_TEAMMATE}`, { field: 'staff_id', problem: NOT_A_TEAMMATE });
  }
  return { userId: member.userId, name: member.name };
}

export const ASSIGNED_TO: Reference = {
  column: 'assigned_to',
  external: 'assigned_to_external_id',
  to: STAFF,
  key: 'userId',
  facts: ['active', 'role'],
};

interface Owned {
  readonly assignedTo: Id<'StaffUser'> | null;
}

/**
 * Checks a new assignee. A record may keep an assignee who has left, but a new assignee of an open record must be active and have
 * inbox access. A restore is not checked.
 * @throws ValidationError when the new assignee is inactive or has no inbox access
 */
export function requireTeammate(before: Owned, next: Owned, isOpen: boolean, { found, restore }: RowContext): void {
  const member = found[ASSIGNED_TO.column];
  if (restore || !isOpen || next.assignedTo === before.assignedTo || !member || isInboxTeammate(factsOf(member))) return;
  throw new ValidationError(ASSIGNED_TO.column, 'is not an active staff user of this shop with inbox access');
}

function factsOf(member: Found): Pick<StaffMember, 'active' | 'role'> {
  // The cast is safe: `ASSIGNED_TO` asks for these facts.
  return member as Found & Pick<StaffMember, 'active' | 'role'>;
}
