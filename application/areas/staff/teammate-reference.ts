import { ValidationError } from '../../../domain/shared/errors.js';
import type { Id } from '../../../domain/shared/id.js';
import { isInboxTeammate, type StaffMember } from '../../../domain/staff/staff.js';
import type { Found, Reference, RowContext } from '../../transfer/import-kind.js';
import { STAFF } from './records.js';

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
