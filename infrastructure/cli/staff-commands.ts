import { type Command, Option } from 'commander';
import { AddStaffMember, type StaffMemberGiven } from '../../application/areas/staff/add-staff-member.js';
import { DeactivateStaffMember } from '../../application/areas/staff/deactivate-staff-member.js';
import { SetWorkingHours } from '../../application/areas/staff/set-working-hours.js';
import { Staff } from '../../application/areas/staff/staff.js';
import type { WeeklyHours } from '../../domain/access/shop.js';
import { NotFound, ValidationError } from '../../domain/shared/errors.js';
import { NOBODY, toId, type ShopId, type StaffProfileId } from '../../domain/shared/id.js';
import { isInboxTeammate, parseWorkingHours, printWorkingHours, ROLES, type StaffMember } from '../../domain/staff/staff.js';
import type { Use } from '../modules/use.js';
import { readAssignment, type Assignment } from './assignment.js';
import { namedShop, shopIdOf } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { asList, inColumns } from './table.js';

interface OfShop {
  readonly shop: string;
}

interface OfAnyShop {
  readonly shop?: string;
}

const ABOUT_HOURS = `
This key can be set:
  hours  "tue-fri 09:00-17:00; sat 09:00-13:00": a day without hours is free;
         standard: whenever the shop is open; closed: never
staff list shows the hours in this form.`;

export function addStaffCommands(program: Command, sessions: Sessions): void {
  const staff = program.command('staff').description('manage the staff of a shop');
  staff
    .command('add')
    .description('add a person, who is active at once')
    .requiredOption('--shop <id>', 'the shop where the person works')
    .requiredOption('--name <name>', 'the name of the person')
    .addOption(
      new Option('--role <role>', 'owners, managers and advisors have access to the inbox').choices(ROLES).makeOptionMandatory(),
    )
    .option('--email <address>', 'the e-mail address of the person')
    .option('--phone <number>', 'the phone number of the person; without a country code, the shop’s country is assumed')
    .action(printing((options: OfShop & StaffMemberGiven) => add(sessions, options)));
  staff
    .command('list')
    .description('list all staff, active people first')
    .requiredOption('--shop <id>', 'the shop that has the staff')
    .action(printing(({ shop }: OfShop) => list(sessions, shop)));
  staff
    .command('deactivate')
    .description(
      'mark a person as no longer working there: what was assigned stays assigned, and keys that act for the person end',
    )
    .argument('<id>', 'the profile id or the user id of the person')
    .option('--shop <id>', 'the shop where the person worked; without it, the shop follows from the id')
    .action(printing((id: string, { shop }: OfAnyShop) => deactivate(sessions, id, shop)));
  staff
    .command('set')
    .description('set the hours in which a person works, which limit the times that can be booked')
    .argument('<id>', 'the profile id or the user id of the person')
    .argument('<key=value...>', 'hours=… in the form of opening hours', readAssignment)
    .option('--shop <id>', 'the shop where the person works; without it, the shop follows from the id')
    .addHelpText('after', ABOUT_HOURS)
    .action(printing((id: string, given: readonly Assignment[], { shop }: OfAnyShop) => set(sessions, id, given, shop)));
}

function add(sessions: Sessions, { shop, name, role, email, phone }: OfShop & StaffMemberGiven): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const member = await use(AddStaffMember).execute(shopIdOf(shop), { name, role, email, phone });
    const { id, user_id, email: address, phone: number } = shown(member);
    return {
      document: shown(member),
      text: `${asList({ id, user_id, name: member.name, role, email: address, phone: number })}\n\nUse the id to assign jobs. Use the user_id for leads, tasks, threads and keys.`,
    };
  });
}

function list(sessions: Sessions, shop: string): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const { id } = await namedShop(use, shop);
    const staff = (await use(Staff).roster(id)).items.map(shown);
    const rows = staff.map((one) => [one.id, one.user_id, one.name, one.role, one.active ? 'active' : 'inactive', one.hours]);
    const table = inColumns([['ID', 'USER ID', 'NAME', 'ROLE', 'STATUS', 'HOURS'], ...rows]);
    return { document: staff, text: staff.length === 0 ? 'This shop has no staff.' : table };
  });
}

function deactivate(sessions: Sessions, typed: string, shop: string | undefined): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const id = personIdOf(typed);
    const member = await use(DeactivateStaffMember).execute(await shopOf(use, id, shop), id);
    return { document: shown(member), text: `${member.name} is inactive now.` };
  });
}

function set(sessions: Sessions, typed: string, given: readonly Assignment[], shop: string | undefined): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const [id, hours] = [personIdOf(typed), hoursIn(given)];
    const member = await use(SetWorkingHours).execute(await shopOf(use, id, shop), id, hours);
    const person = shown(member);
    return { document: person, text: asList({ id: person.id, name: person.name, hours: person.hours }) };
  });
}

/** @throws ValidationError which names the first key that is unknown or given twice, or has a wrong value */
function hoursIn(given: readonly Assignment[]): WeeklyHours | null {
  const [first, second] = given;
  const unknown = given.find(({ key }) => key !== 'hours');
  if (unknown) throw new ValidationError(unknown.key, 'cannot be set; this can be set: hours');
  if (second) throw new ValidationError('hours', 'is given twice');
  return parseWorkingHours(first?.value ?? '');
}

/** The type says a profile's id, but the text may be the id of a profile or of a user. The use cases look for both. */
function personIdOf(id: string): StaffProfileId {
  return toId<'StaffProfile'>(id) ?? NOBODY;
}

/**
 * Returns the shop of a person: the one that the operator typed, else the only one that has this id.
 * @throws NotFound when no shop has it
 * @throws ValidationError when several shops have it
 */
async function shopOf(use: Use, id: StaffProfileId, typed: string | undefined): Promise<ShopId> {
  if (typed !== undefined) return shopIdOf(typed);
  const [shop, other] = await use(Staff).shopsWith(id);
  if (!shop) throw new NotFound('staff member');
  if (other) throw new ValidationError('shop', 'several shops have a person with this id; give the shop with --shop');
  return shop;
}

function shown(member: StaffMember) {
  const { id, userId, name, role, email, phone, active } = member;
  const hours = printWorkingHours(member.hours);
  return { id, user_id: userId, name, role, email, phone, active, inbox_access: isInboxTeammate(member), hours };
}
