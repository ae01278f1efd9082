import { RefusedChange, ValidationError } from '../../../domain/shared/errors.js';
import { NOBODY, type Id, type PersonId, type ShopId, type StaffUserId } from '../../../domain/shared/id.js';
import { isInboxTeammate, type StaffMember } from '../../../domain/staff/staff.js';
import type { Assignee } from '../../../domain/tasks/task.js';
import type { Found, Reference, RowContext } from '../../transfer/import-kind.js';
import { STAFF, type Staff } from './staff.js';

/** Why somebody can be given nothing, after the name of the field that names them. Null: they can. */
export function whyNotActive(member: StaffMember | null): string | null {
  if (!member) return 'is the id of nobody in this shop';
  return member.active ? null : 'is the id of somebody who has left the shop';
}

/**
 * Returns the teammate that a task or a thread is to be assigned to.
 * @throws RefusedChange (500 by the specification), which says why it cannot be
 */
export async function eligibleAssignee(staff: Staff, shop: ShopId, id: PersonId): Promise<Assignee> {
  const member = await staff.find(shop, id);
  if (member && isInboxTeammate(member)) return { userId: member.userId, name: member.name };
  const why = whyNotActive(member) ?? `is a ${String(member?.role)}, whose role grants no inbox access`;
  const problem = `${why}; see tasks.assignees`;
  throw new RefusedChange(`staff_id ${problem}`, { field: 'staff_id', problem });
}

/** The user whom a filter names by either id. Undefined: it names nobody. An id of no person matches no record. */
export async function userNamed(staff: Staff, shop: ShopId, id: PersonId | undefined): Promise<StaffUserId | undefined> {
  return id && ((await staff.find(shop, id))?.userId ?? NOBODY);
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
