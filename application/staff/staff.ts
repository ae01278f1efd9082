import type { ShopId, StaffUserId } from '../../domain/shared/id.js';
import type { StaffMember } from '../../domain/staff/staff.js';

export abstract class Staff {
  abstract findByUser(shop: ShopId, userId: StaffUserId): Promise<StaffMember | null>;
  /** Active, with inbox access, by name. */
  abstract inboxTeammates(shop: ShopId): Promise<readonly StaffMember[]>;
}
