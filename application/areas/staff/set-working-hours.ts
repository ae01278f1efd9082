import type { WeeklyHours } from '../../../domain/access/shop.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { PersonId, ShopId } from '../../../domain/shared/id.js';
import { parseWorkingHours, printWorkingHours, type StaffMember } from '../../../domain/staff/staff.js';
import { Parsed } from '../../kernel/fields/fields.js';
import type { Presence } from '../../kernel/fields/presence.js';
import type { Staff } from './staff.js';

/** The hours in which somebody works, as text: `tue-fri 09:00-17:00`, `standard` or `closed`. */
export function HoursField(presence: Presence): PropertyDecorator {
  return Parsed(parseWorkingHours, presence, {
    write: (hours) => printWorkingHours(hours as WeeklyHours | null), // safe: a stored value of this field
  });
}

/** A use case of the operator: sets the hours in which a staff member works. They count for the next search for a booking. */
export class SetWorkingHours {
  constructor(private readonly staff: Staff) {}

  /**
   * @param hours null: the shop's opening hours
   * @throws NotFound when the id belongs to no staff member of the shop
   */
  async execute(shop: ShopId, id: PersonId, hours: WeeklyHours | null): Promise<StaffMember> {
    const member = await this.staff.setHours(shop, id, hours);
    if (!member) throw new NotFound('staff member');
    return member;
  }
}
