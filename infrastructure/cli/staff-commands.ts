import { Option, type Command } from 'commander';
import { AddStaffMember, type StaffMemberGiven } from '../../application/staff/add-staff-member.js';
import { DeactivateStaffMember } from '../../application/staff/deactivate-staff-member.js';
import { Staff } from '../../application/staff/staff.js';
import { NOBODY, toId } from '../../domain/shared/id.js';
import { isInboxTeammate, ROLES, type StaffMember } from '../../domain/staff/staff.js';
import { namedShop, shopIdOf } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { asList, inColumns } from './table.js';

interface OfShop {
  readonly shop: string;
}

export function addStaffCommands(program: Command, sessions: Sessions): void {
  const staff = program.command('staff').description('the people of a shop');
  staff
    .command('add')
    .description('add somebody, active from now on')
    .requiredOption('--shop <id>', 'where they work')
    .requiredOption('--name <name>', 'what they are called')
    .addOption(new Option('--role <role>', 'owners, managers and advisors have the inbox').choices(ROLES).makeOptionMandatory())
    .option('--email <address>', 'theirs')
    .option('--phone <number>', 'theirs; without a country code it is of the shop’s country')
    .action(printing((options: OfShop & StaffMemberGiven) => add(sessions, options)));
  staff
    .command('list')
    .description('everybody, the active ones first')
    .requiredOption('--shop <id>', 'whose people')
    .action(printing(({ shop }: OfShop) => list(sessions, shop)));
  staff
    .command('deactivate')
    .description('note that somebody no longer works there: what they were given stays theirs, keys that act for them end')
    .argument('<id>', 'the profile id or the user id')
    .requiredOption('--shop <id>', 'where they worked')
    .action(printing((id: string, { shop }: OfShop) => deactivate(sessions, id, shop)));
}

function add(sessions: Sessions, { shop, name, role, email, phone }: OfShop & StaffMemberGiven): Promise<Outcome> {
  return sessions.withTables(async ({ container }) => {
    const member = await container.get(AddStaffMember).execute(shopIdOf(shop), { name, role, email, phone });
    const { id, user_id, email: address, phone: number } = shown(member);
    return {
      document: shown(member),
      text: `${asList({ id, user_id, name: member.name, role, email: address, phone: number })}\n\nJobs are given to the id; leads, tasks, threads and keys to the user_id.`,
    };
  });
}

function list(sessions: Sessions, shop: string): Promise<Outcome> {
  return sessions.withTables(async ({ container }) => {
    const { id } = await namedShop(container, shop);
    const staff = (await container.get(Staff).roster(id)).items.map(shown);
    const rows = staff.map((one) => [one.id, one.user_id, one.name, one.role, one.active ? 'active' : 'inactive']);
    const table = inColumns([['ID', 'USER ID', 'NAME', 'ROLE', 'STATUS'], ...rows]);
    return { document: staff, text: staff.length === 0 ? 'This shop has no staff.' : table };
  });
}

function deactivate(sessions: Sessions, id: string, shop: string): Promise<Outcome> {
  return sessions.withTables(async ({ container }) => {
    // The id may be a profile's or a user's: the use case looks for both.
    const member = await container.get(DeactivateStaffMember).execute(shopIdOf(shop), toId<'StaffProfile'>(id) ?? NOBODY);
    return { document: shown(member), text: `${member.name} is inactive now.` };
  });
}

function shown(member: StaffMember) {
  const { id, userId, name, role, email, phone, active } = member;
  return { id, user_id: userId, name, role, email, phone, active, inbox_access: isInboxTeammate(member) };
}
