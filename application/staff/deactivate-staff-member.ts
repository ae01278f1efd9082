import { NotFound } from '../../domain/shared/errors.js';
import type { ShopId, StaffProfileId, StaffUserId } from '../../domain/shared/id.js';
import type { StaffMember } from '../../domain/staff/staff.js';
import type { Staff } from './staff.js';

/** For the operator: somebody who no longer works at the shop. The record stays, and what it was given; keys that act for them end. */
export class DeactivateStaffMember {
  constructor(private readonly staff: Staff) {}

  /** @throws NotFound */
  async execute(shop: ShopId, id: StaffProfileId | StaffUserId): Promise<StaffMember> {
    const member = await this.staff.deactivate(shop, id);
    if (!member) throw new NotFound('staff member');
    return member;
  }
}
