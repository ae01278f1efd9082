import type { WeeklyHours } from '../../../domain/access/shop-settings.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId, StaffProfileId, StaffUserId } from '../../../domain/shared/id.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import type { Staff } from './staff.js';

/** A use case of the operator: sets the hours in which a staff member works. They count for the next search for a booking. */
export class SetWorkingHours {
  constructor(private readonly staff: Staff) {}

  /**
   * @param hours null: the shop's opening hours
   * @throws NotFound when the id belongs to no staff member of the shop
   */
  async execute(shop: ShopId, id: StaffProfileId | StaffUserId, hours: WeeklyHours | null): Promise<StaffMember> {
    const member = await this.staff.setHours(shop, id, hours);
    if (!member) throw new NotFound('staff member');
    return member;
  }
}
