import type { WeeklyHours } from '../../../domain/access/shop.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { ROLES, type Role, type StaffMember } from '../../../domain/staff/staff.js';
import { NO_CAUSE, type Cause } from '../../kernel/events/cause.js';
import { parseInput } from '../../kernel/fields/field.js';
import { Email, Name, OneOf, Phone } from '../../kernel/fields/fields.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import { ABOUT_HOURS, HoursField } from './hours-field.js';
import type { StaffNews } from './staff-news.js';
import type { Staff } from './staff.js';

export class NewStaffMember {
  @Name({ max: 200, description: 'The name of the person.', example: 'Morgan Ellis' }) name!: string;
  @OneOf(ROLES, { description: 'Owners, managers and advisors have access to the inbox.', example: 'advisor' }) role!: Role;
  @Email({ max: 200, optional: true, description: 'For notices of what is assigned.', example: 'morgan@example.com' })
  email?: EmailAddress;
  @Phone({ max: 40, optional: true, description: 'In any notation of the shop’s country.', example: '+16135550142' })
  phone?: E164;
  @HoursField({ optional: true, description: `${ABOUT_HOURS} Left out: “standard”.`, example: 'tue-fri 09:00-17:00' })
  hours?: WeeklyHours | null;
}

export interface StaffMemberGiven {
  readonly name: string;
  readonly role: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

const BY_OPERATOR: Cause = { ...NO_CAUSE, operation: 'staff.add' };

/** Adds a staff member to a shop. */
export class AddStaffMember {
  constructor(
    private readonly shops: Shops,
    private readonly staff: Staff,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly news: StaffNews,
  ) {}

  /** Adds the person whom an operator typed. @throws NotFound, ValidationError */
  async execute(shopId: ShopId, given: StaffMemberGiven): Promise<StaffMember> {
    const shop = await this.shops.find(shopId);
    if (!shop) throw new NotFound('shop');
    const { country, currency } = shop;
    return this.add(shopId, parseInput(NewStaffMember, { ...given }, { source: 'json', country, currency }), BY_OPERATOR);
  }

  async add(shop: ShopId, input: NewStaffMember, cause: Cause): Promise<StaffMember> {
    const { name, role, email = null, phone = null, hours = null } = input;
    const ids = { id: this.ids.next<'StaffProfile'>(), userId: this.ids.next<'StaffUser'>() };
    const member: StaffMember = { ...ids, name, email, phone, role, active: true, hours, createdAt: this.clock.now() };
    await this.news.tell(shop, cause, async () => {
      await this.staff.add(shop, member);
      return { before: null, member };
    });
    return member;
  }
}
