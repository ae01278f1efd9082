import type { WeeklyHours } from '../../../domain/access/shop.js';
import { defined } from '../../../domain/shared/defined.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { PersonId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { ROLES, type Role, type StaffMember } from '../../../domain/staff/staff.js';
import type { Cause } from '../../kernel/events/cause.js';
import { Email, Flag, Name, OneOf, PathId, Phone } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { KeysOfShop, requireManager } from '../access/keys-of-shop.js';
import { ChangeStaffMember } from './change-staff-member.js';
import { ABOUT_HOURS, HoursField } from './hours-field.js';
import { StaffMemberView } from './staff-member.view.js';

class UpdateStaffMemberInput {
  @PathId({ listedBy: 'staff.list' }) id!: PersonId;
  @Name({ max: 200, change: true, description: 'The name of the person.', example: 'Morgan Ellis' }) name?: string;
  @OneOf(ROLES, { change: true, description: 'Owners, managers and advisors have access to the inbox.', example: 'manager' })
  role?: Role;
  @Email({ max: 200, change: true, nullable: true, description: 'Null: none.', example: 'morgan@example.com' })
  email?: EmailAddress | null;
  @Phone({ max: 40, change: true, nullable: true, description: 'Null: none.', example: '+16135550142' }) phone?: E164 | null;
  @Flag({
    change: true,
    description: 'False: the person has left. What is assigned stays, and keys that act for the person do not work meanwhile.',
    example: true,
  })
  active?: boolean;
  @HoursField({ change: true, clearable: true, description: ABOUT_HOURS, example: 'tue-fri 09:00-17:00' })
  hours?: WeeklyHours | null;
}

class UpdateStaffMember implements UseCase<UpdateStaffMemberInput, StaffMember> {
  constructor(
    private readonly staff: ChangeStaffMember,
    private readonly keys: KeysOfShop,
  ) {}

  execute({ shop }: Caller, { id, ...change }: UpdateStaffMemberInput, cause: Cause): Promise<StaffMember> {
    const store = (): Promise<StaffMember> => this.staff.execute(shop.id, id, defined(change), cause);
    if (change.active !== false) return store();
    return this.keys.change(shop.id, async (keys) => {
      const member = await store();
      requireManager(keys, ({ actsFor }) => actsFor === member.userId);
      return member;
    });
  }
}

export const updateStaffMember = operation(UpdateStaffMember, {
  name: 'staff.update',
  summary: 'Change a person of the shop',
  description:
    'Sets the given values of a teammate and leaves the others. Nobody is contacted. A repetition changes nothing more. Refuses ' +
    'an unknown id, and to deactivate the person without whose key nobody could mint keys.',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write', tool: false },
  input: UpdateStaffMemberInput,
  output: one(StaffMemberView),
  needs: [ChangeStaffMember, KeysOfShop],
  errors: ['not_found', 'conflict'],
  atLeastOne: true,
  repeatable: true,
});
