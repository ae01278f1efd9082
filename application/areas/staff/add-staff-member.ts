import type { EmailAddress } from '../../../domain/shared/contact.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { ROLES, type Role, type StaffMember } from '../../../domain/staff/staff.js';
import { parseInput } from '../../kernel/fields/field.js';
import { Email, Name, OneOf, Phone } from '../../kernel/fields/fields.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import type { Staff } from './staff.js';

class NewStaffMember {
  @Name({ max: 200 }) name!: string;
  @OneOf(ROLES) role!: Role;
  @Email({ max: 200, optional: true }) email?: EmailAddress;
  @Phone({ max: 40, optional: true }) phone?: E164;
}

export interface StaffMemberGiven {
  readonly name: string;
  readonly role: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** A use case of the operator: adds a staff member to a shop. */
export class AddStaffMember {
  constructor(
    private readonly shops: Shops,
    private readonly staff: Staff,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, ValidationError */
  async execute(shopId: ShopId, given: StaffMemberGiven): Promise<StaffMember> {
    const shop = await this.shops.find(shopId);
    if (!shop) throw new NotFound('shop');
    const {
      name,
      role,
      email = null,
      phone = null,
    } = parseInput(NewStaffMember, { ...given }, { source: 'json', country: shop.country, currency: shop.currency });
    const member: StaffMember = {
      id: this.ids.next(),
      userId: this.ids.next(),
      name,
      email,
      phone,
      role,
      active: true,
      hours: null,
      createdAt: this.clock.now(),
    };
    await this.staff.add(shopId, member);
    return member;
  }
}
