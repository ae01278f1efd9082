import { NotFound } from '../../../domain/shared/errors.js';
import type { PersonId, ShopId } from '../../../domain/shared/id.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import type { Staff } from './staff.js';

/**
 * A use case of the operator: deactivates a staff member who has left. The record and its assignments are kept. Keys that act
 * for the person stop working.
 */
export class DeactivateStaffMember {
  constructor(private readonly staff: Staff) {}

  /** @throws NotFound when the id belongs to no staff member of the shop */
  async execute(shop: ShopId, id: PersonId): Promise<StaffMember> {
    const member = await this.staff.deactivate(shop, id);
    if (!member) throw new NotFound('staff member');
    return member;
  }
}
