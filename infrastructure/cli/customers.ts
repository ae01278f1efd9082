import { EraseCustomer } from '../../application/areas/customers/erase-customer.js';
import { exportCustomer } from './archives.js';
import { argument, flag, onTables, required, wrongUsage } from './command.js';
import { asTable } from './outcome.js';
import { idOf, namedShop } from './typed.js';

const ABOUT = `
Everything about the person is emptied: name, contacts, threads and their messages, calls, recordings, attachments, transcripts,
leads with the same number or address, plates and VINs, titles and notes of tasks and jobs, and what kept events say. Ids, times
and money stay, and so does a block on texts, which holds though nobody can read the number any more.
A run that was cut off has erased nothing in the database: run it again. It can be run again at any time.
Run it with the EXTENSIONS of the service: it refuses if the database has tables that it does not know.
Not erased: texts of others that mention the person, and copies outside of the service (receivers of webhooks, the provider of
texts, the mail server, error files of imports, exports, backups, logs of the database).`;

const erase = onTables({
  name: 'customer erase',
  changes: true,
  about: 'erase everything about a person; this cannot be undone',
  input: {
    id: argument('<id>', 'the id of the customer'),
    shop: required('<id>', 'the shop of the customer'),
    yes: flag('do it; without this option nothing is done'),
  },
  help: ABOUT,
  check({ yes }) {
    if (!yes) throw wrongUsage('erasing a person cannot be undone: repeat the command with --yes');
  },
  async run({ use, dataSource }, { id: customer, shop }) {
    const { requireKnown } = await import('../database/migrations.js');
    // Without an extension its tables are not known, and what they have of the person would stay.
    await requireKnown(dataSource, 'nothing was erased');
    const { id: of } = await namedShop(use, shop);
    const id = idOf<'Customer'>(customer);
    const { rows, files } = await use(EraseCustomer).execute(of, id);
    const counts = Object.entries(rows).flatMap(([table, count]) => (count > 0 ? [[table, String(count)]] : []));
    return { document: { id, rows, files }, text: `${asTable(['TABLE', 'ROWS'], counts)}\n\nErased, with ${files} files.` };
  },
});

export const customerCommands = [exportCustomer, erase];
