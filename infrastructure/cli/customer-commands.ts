import type { Command } from 'commander';
import { EraseCustomer } from '../../application/areas/customers/erase-customer.js';
import { NOBODY, toId } from '../../domain/shared/id.js';
import { wrongUsage } from './import-command.js';
import { namedShop } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { inColumns } from './table.js';

interface EraseOptions {
  readonly shop: string;
  readonly yes?: boolean;
}

const ABOUT = `
Everything about the person is emptied: name, contacts, threads and their messages, calls, recordings, attachments, transcripts,
leads with the same number or address, plates and VINs, titles and notes of tasks and jobs, and what kept events say. Ids, times
and money stay, and so does a block on texts, which holds though nobody can read the number any more.
A run that was cut off has erased nothing in the database: run it again. It can be run again at any time.
Run it with the EXTENSIONS of the service: it refuses if the database has tables that it does not know.
Not erased: texts of others that mention the person, and copies outside of the service (receivers of webhooks, the provider of
texts, the mail server, error files of imports, exports, backups, logs of the database).`;

export function addCustomerCommands(program: Command, sessions: Sessions): void {
  program
    .command('customer')
    .description('manage the customers of a shop')
    .command('erase')
    .description('erase everything about a person; this cannot be undone')
    .argument('<id>', 'the id of the customer')
    .requiredOption('--shop <id>', 'the shop of the customer')
    .option('--yes', 'do it; without this option nothing is done')
    .addHelpText('after', ABOUT)
    .action(printing((id: string, options: EraseOptions) => erase(sessions, id, options)));
}

function erase(sessions: Sessions, customer: string, { shop, yes = false }: EraseOptions): Promise<Outcome> {
  if (!yes) throw wrongUsage('erasing a person cannot be undone: repeat the command with --yes');
  return sessions.withTables(async ({ use, dataSource }) => {
    const { requireKnown } = await import('../database/migrations.js');
    // Without an extension its tables are not known, and what they have of the person would stay.
    await requireKnown(dataSource, 'nothing was erased');
    const { id: shopId } = await namedShop(use, shop);
    const id = toId<'Customer'>(customer) ?? NOBODY;
    const { rows, files } = await use(EraseCustomer).execute(shopId, id);
    const counts = Object.entries(rows).filter(([, count]) => count > 0);
    const table = inColumns([['TABLE', 'ROWS'], ...counts.map(([name, count]) => [name, String(count)])]);
    return { document: { id, rows, files }, text: `${table}\n\nErased, with ${files} files.` };
  });
}
