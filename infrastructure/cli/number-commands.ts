import type { Command } from 'commander';
import { AddPhoneNumber } from '../../application/areas/phone-numbers/add-phone-number.js';
import { PhoneNumberView } from '../../application/areas/phone-numbers/phone-number.view.js';
import { PhoneNumbers } from '../../application/areas/phone-numbers/phone-numbers.js';
import { ReleasePhoneNumber } from '../../application/areas/phone-numbers/release-phone-number.js';
import { namedShop, shopIdOf } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { inColumns } from './table.js';

interface OfShop {
  readonly shop: string;
}

interface AddOptions extends OfShop {
  readonly number: string;
  readonly label?: string;
  readonly primary?: boolean;
  readonly sending: boolean;
}

export function addNumberCommands(program: Command, sessions: Sessions): void {
  const number = program.command('number').description('manage the phone lines of a shop');
  number
    .command('add')
    .description('add a line; the first line of a shop becomes its primary line')
    .requiredOption('--shop <id>', 'the shop that has the line')
    .requiredOption('--number <number>', 'the phone number; without a country code, the shop’s country is assumed')
    .option('--label <text>', 'a name that says what the line is for')
    .option('--primary', 'make this the line that customers see and automations use, instead of the present primary line')
    .option('--no-sending', 'the line cannot send')
    .action(printing((options: AddOptions) => add(sessions, options)));
  number
    .command('list')
    .description('list the lines, the primary line first, without released lines')
    .requiredOption('--shop <id>', 'the shop that has the lines')
    .action(printing(({ shop }: OfShop) => list(sessions, shop)));
  number
    .command('release')
    .description('give up a line; after the primary line was released, the oldest line that can send becomes primary')
    .argument('<number-or-id>', 'the number or the id, from number list')
    .requiredOption('--shop <id>', 'the shop that has the line')
    .action(printing((which: string, { shop }: OfShop) => release(sessions, which, shop)));
}

function add(sessions: Sessions, { shop, number, label, primary = false, sending }: AddOptions): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const { added, relieved } = await use(AddPhoneNumber).execute(shopIdOf(shop), { number, label, primary, sending });
    const what = `${added.number} is ${added.isPrimary ? 'the primary line' : 'a line'} of the shop now`;
    const text = `${what}${relieved ? `, instead of ${relieved.number}` : ''}.\n\nIts id is ${added.id}.`;
    return { document: PhoneNumberView.of(added), text };
  });
}

function list(sessions: Sessions, shop: string): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const { id } = await namedShop(use, shop);
    const lines = (await use(PhoneNumbers).list(id)).items.map((line) => PhoneNumberView.of(line));
    const marks = ({ is_primary, is_sending }: PhoneNumberView) => [is_primary ? 'primary' : '', is_sending ? 'sends' : ''];
    const rows = lines.map((line) => [line.id, line.number, ...marks(line), line.label ?? '-']);
    const table = inColumns([['ID', 'NUMBER', 'PRIMARY', 'SENDING', 'LABEL'], ...rows]);
    return { document: lines, text: lines.length === 0 ? 'This shop has no lines.' : table };
  });
}

function release(sessions: Sessions, which: string, shop: string): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const { released, heir, wasLast } = await use(ReleasePhoneNumber).execute(shopIdOf(shop), which);
    const { id, number, label, status } = released;
    return {
      document: { id, number, label, status, new_primary: heir?.number ?? null },
      text: `Released ${number}.${heir ? ` The primary line is ${heir.number} now.` : wasLast ? ' The shop has no primary line now.' : ''}`,
    };
  });
}
