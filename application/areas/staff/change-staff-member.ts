import { NotFound } from '../../../domain/shared/errors.js';
import type { PersonId, ShopId } from '../../../domain/shared/id.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import { NO_CAUSE, type Cause } from '../../kernel/events/cause.js';
import type { StaffNews } from './staff-news.js';
import type { ChangedFields, Staff } from './staff.js';

const BY_OPERATOR: Cause = { ...NO_CAUSE, operation: 'staff.set' };

/**
 * Changes a staff member. Hours count for the next search for a booking. The record of somebody who has left stays, with what is
 * assigned to it, and keys that act for the person do not work until the person is active again.
 */
export class ChangeStaffMember {
  constructor(
    private readonly staff: Staff,
    private readonly news: StaffNews,
  ) {}

  /** @throws NotFound when the id belongs to no staff member of the shop */
  async execute(shop: ShopId, id: PersonId, change: ChangedFields, cause = BY_OPERATOR): Promise<StaffMember> {
    const member = await this.news.tell(shop, cause, () => this.staff.change(shop, id, change));
    if (!member) throw new NotFound('staff member');
    return member;
  }
}
