import type { ShopId } from '../../../domain/shared/id.js';
import { tellStaff, type StaffMember } from '../../../domain/staff/staff.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import type { Outbox } from '../../kernel/events/outbox.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { StaffChange } from './staff.js';
import { staffEvents } from './staff-member.view.js';

/** Stores changes of staff members together with their events. */
export class StaffNews {
  constructor(
    private readonly announcer: Announcer,
    private readonly outbox: Outbox,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param change stores the change; null: there is no such person */
  async tell(
    shop: ShopId,
    cause: Cause,
    change: () => Promise<StaffChange | { readonly before: null; readonly member: StaffMember } | null>,
  ): Promise<StaffMember | null> {
    return this.unit.run(async () => {
      const stored = await change();
      if (!stored) return null;
      const decision = tellStaff(stored.before, stored.member, this.clock.now());
      await this.outbox.add(shop, this.announcer.announce(staffEvents, stored.before, decision, cause));
      return stored.member;
    });
  }
}
