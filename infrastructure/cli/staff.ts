import { AddStaffMember } from '../../application/areas/staff/add-staff-member.js';
import { ChangeStaffMember } from '../../application/areas/staff/change-staff-member.js';
import { Staff } from '../../application/areas/staff/staff.js';
import { NO_CAUSE, type Cause } from '../../application/kernel/events/cause.js';
import type { WeeklyHours } from '../../domain/access/shop.js';
import { NotFound, ValidationError } from '../../domain/shared/errors.js';
import type { ShopId, StaffProfileId } from '../../domain/shared/id.js';
import { isInboxTeammate, parseWorkingHours, printWorkingHours, ROLES, type StaffMember } from '../../domain/staff/staff.js';
import type { Use } from '../modules/use.js';
import { argument, onTables, optional, required } from './command.js';
import { asList, asTable } from './outcome.js';
import { idOf, namedShop, readAssignment, type Assignment } from './typed.js';

const ABOUT_HOURS = `
This key can be set:
  hours  "tue-fri 09:00-17:00; sat 09:00-13:00": a day without hours is free;
         standard: whenever the shop is open; closed: never
staff list shows the hours in this form.`;

const DEACTIVATION: Cause = { ...NO_CAUSE, operation: 'staff.deactivate' };

/** The text may be the id of a profile or of a user. The use cases look for both. */
const id = argument('<id>', 'the profile id or the user id of the person');

const add = onTables({
  name: 'staff add',
  changes: true,
  about: 'add a person, who is active at once',
  input: {
    shop: required('<id>', 'the shop where the person works'),
    name: required('<name>', 'the name of the person'),
    role: required('<role>', 'owners, managers and advisors have access to the inbox', { choices: ROLES }),
    email: optional('<address>', 'the e-mail address of the person'),
    phone: optional('<number>', 'the phone number of the person; without a country code, the shop’s country is assumed'),
  },
  async run({ use }, { shop, ...given }) {
    const person = shown(await use(AddStaffMember).execute(idOf<'Shop'>(shop), given));
    const { id, user_id, name, role, email, phone } = person;
    const text = asList({ id, user_id, name, role, email, phone });
    return {
      document: person,
      text: `${text}\n\nUse the id to assign jobs. Use the user_id for leads, tasks, threads and keys.`,
    };
  },
});

const list = onTables({
  name: 'staff list',
  about: 'list all staff, active people first',
  input: { shop: required('<id>', 'the shop that has the staff') },
  async run({ use }, { shop }) {
    const staff = (await use(Staff).roster((await namedShop(use, shop)).id)).items.map(shown);
    const rows = staff.map((one) => [one.id, one.user_id, one.name, one.role, one.active ? 'active' : 'inactive', one.hours]);
    return {
      document: staff,
      text: asTable(['ID', 'USER ID', 'NAME', 'ROLE', 'STATUS', 'HOURS'], rows, 'This shop has no staff.'),
    };
  },
});

const deactivate = onTables({
  name: 'staff deactivate',
  changes: true,
  about: 'mark a person as no longer working there: what was assigned stays assigned, and keys that act for the person end',
  input: { id, shop: optional('<id>', 'the shop where the person worked; without it, the shop follows from the id') },
  async run({ use }, input) {
    const person = idOf<'StaffProfile'>(input.id);
    const shop = await shopOf(use, person, input.shop);
    const member = await use(ChangeStaffMember).execute(shop, person, { active: false }, DEACTIVATION);
    return { document: shown(member), text: `${member.name} is inactive now.` };
  },
});

const set = onTables({
  name: 'staff set',
  changes: true,
  about: 'set the hours in which a person works, which limit the times that can be booked',
  input: {
    id,
    values: argument('<key=value...>', 'hours=… in the form of opening hours', { read: readAssignment }),
    shop: optional('<id>', 'the shop where the person works; without it, the shop follows from the id'),
  },
  help: ABOUT_HOURS,
  async run({ use }, input) {
    const [person, hours] = [idOf<'StaffProfile'>(input.id), hoursIn(input.values)];
    const member = shown(await use(ChangeStaffMember).execute(await shopOf(use, person, input.shop), person, { hours }));
    return { document: member, text: asList({ id: member.id, name: member.name, hours: member.hours }) };
  },
});

export const staffCommands = [add, list, deactivate, set];

/** @throws ValidationError which names the first key that is unknown or given twice, or has a wrong value */
function hoursIn(given: readonly Assignment[]): WeeklyHours | null {
  const [first, second] = given;
  const unknown = given.find(({ key }) => key !== 'hours');
  if (unknown) throw new ValidationError(unknown.key, 'cannot be set; this can be set: hours');
  if (second) throw new ValidationError('hours', 'is given twice');
  return parseWorkingHours(first?.value ?? '');
}

/**
 * Returns the shop of a person: the one that the operator typed, else the only one that has this id.
 * @throws NotFound when no shop has it
 * @throws ValidationError when several shops have it
 */
async function shopOf(use: Use, person: StaffProfileId, typed: string | undefined): Promise<ShopId> {
  if (typed !== undefined) return idOf(typed);
  const [shop, other] = await use(Staff).shopsWith(person);
  if (!shop) throw new NotFound('staff member');
  if (other) throw new ValidationError('shop', 'several shops have a person with this id; give the shop with --shop');
  return shop;
}

function shown(member: StaffMember) {
  const { id, userId, name, role, email, phone, active } = member;
  const hours = printWorkingHours(member.hours);
  return { id, user_id: userId, name, role, email, phone, active, inbox_access: isInboxTeammate(member), hours };
}
