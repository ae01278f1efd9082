import { access, constants, stat } from 'node:fs/promises';
import { Customers } from '../../application/areas/customers/customers.js';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { Pauses } from '../../application/areas/outgoing/pauses.js';
import { Clock, Ids } from '../../application/kernel/ports/ports.js';
import { NotFound } from '../../domain/shared/errors.js';
import type { PersonExport, PersonalRows, WrittenArchive } from '../archive/export-archive.js';
import { inOneLine } from '../server/process-life.js';
import { argument, flag, onTables, optional, required, type Context } from './command.js';
import { asList, SOME_SKIPPED, type Outcome } from './outcome.js';
import type { Session } from './session.js';
import { idOf, keepHeapSmall, namedShop, newFile, readable } from './typed.js';

const ABOUT_FORM = `
The file has lines of JSON, compressed by gzip: what it is, then {"kind": TABLE, "row": {...}} for each row, a row of media_files
followed by its file as {"kind": "files", "id": ID, "part": BASE64}, and at the end the number of lines and the SHA-256 of each kind.
It appears when it is complete. Only its owner may read it. A file that the storage has lost is left out.
Exit codes: 0 written, 3 some files were left out, 1 the export failed, 2 wrong usage.`;

const ABOUT_SHOP = `
It has all of the shop as it is at one moment, for shop import. Not in it: keys, webhooks, events, and what only helps the
deployment where it is.${ABOUT_FORM}`;

const ABOUT_PERSON = `
It has what customer erase would empty, with the recordings, and the quotes and invoices. Not in it: copies of the same in events,
in deliveries of webhooks and in rules that wait.${ABOUT_FORM}`;

const ABOUT_IMPORT = `
All of the shop is brought or nothing. The records keep their ids. The shop gets another id if its own is here already.
It comes without keys and webhooks. Nothing leaves the shop until shop-ops wake --shop ID. A line that another shop has here is
refused, and so is an archive of a newer release.`;

const exportShop = onTables({
  name: 'shop export',
  about: 'write all of a shop to one file',
  input: {
    id: argument('<id>', 'the id of the shop'),
    out: required('<file>', 'the file to write, such as shop.ndjson.gz', newFile),
  },
  help: ABOUT_SHOP,
  run: (session, { id, out }) => written(session, id, out),
});

export const exportCustomer = onTables({
  name: 'customer export',
  about: 'write all about a person to one file, with the recordings',
  input: {
    id: argument('<id>', 'the id of the customer'),
    shop: required('<id>', 'the shop of the customer'),
    out: optional('<file>', 'the file to write (default: customer-ID.ndjson.gz)', newFile),
  },
  help: ABOUT_PERSON,
  async run(session, { id, shop, out = `customer-${id}.ndjson.gz` }) {
    const { requireKnown } = await import('../database/migrations.js');
    const { personalRows } = await import('../../adapters/areas/customers/postgres-persons.js');
    // Without an extension its tables are not known, and what they have of the person would be missing.
    await requireKnown(session.dataSource, 'nothing was exported');
    const customer = idOf<'Customer'>(id);
    if (!(await session.use(Customers).find(idOf<'Shop'>(shop), customer))) throw new NotFound('customer');
    const rows: PersonalRows = (client) => personalRows(client, session.storages, idOf<'Shop'>(shop), customer);
    return written(session, shop, out, { customer, rows });
  },
});

async function written(
  { use, connections, stopping }: Session & Context,
  id: string,
  out: string,
  person?: PersonExport,
): Promise<Outcome> {
  const { exportArchive } = await import('../archive/export-archive.js');
  const shop = await namedShop(use, id);
  keepHeapSmall();
  const done = await exportArchive({ connections, files: use(FileStorage), shop, stopping }, out, person).catch(
    (error: unknown) => {
      throw new Error(`${out} was not written: ${inOneLine(error)}`, { cause: error });
    },
  );
  return shown(out, shop.id, done);
}

function shown(file: string, shop: string, { kinds, sha256, lost }: WrittenArchive): Outcome {
  const counts = Object.fromEntries(Object.entries(kinds).map(([kind, { lines }]) => [kind, lines]));
  return {
    document: { file, shop, lines: counts, sha256, lost_files: lost },
    text: `${asList(Object.fromEntries(Object.entries(counts).map(([kind, lines]) => [kind, String(lines)])))}\n\nWritten to ${file}.`,
    ...(lost > 0 && { failure: `${lost} files were left out, because the storage has lost them`, exitCode: SOME_SKIPPED }),
  };
}

const importShop = onTables({
  name: 'shop import',
  changes: true,
  makesDatabase: true,
  about: 'bring the shop of an archive; nothing leaves it until shop-ops wake',
  input: {
    file: argument('<file>', 'the file that shop export has written'),
    keepIds: flag('refuse the archive if the id of its shop is here already'),
  },
  help: ABOUT_IMPORT,
  async run({ use, dataSource, connections, stopping }, { file, keepIds }) {
    const { importShop: bring } = await import('../archive/import-shop.js');
    const { knownTo } = await import('../database/migrations.js');
    keepHeapSmall();
    const ports = { files: use(FileStorage), pauses: use(Pauses), ids: use(Ids), clock: use(Clock) };
    const target = { connections, ...ports, migrations: knownTo(dataSource), keepIds, stopping };
    await readable(file, access(file, constants.R_OK));
    if (!(await stat(file)).isFile()) throw new Error(`${file} is no file`);
    const { id, head, rows, files, lostBlocks } = await bring(target, file).catch((error: unknown) => {
      throw new Error(`${file} was not imported: ${inOneLine(error)}`, { cause: error });
    });
    const lines = [
      `Imported ${head.shop.name} as ${id}, as it was at ${head.moment}: ${rows} rows and ${files} files.`,
      `Nothing leaves it until shop-ops wake --shop ${id}.`,
      ...(lostBlocks > 0 ? [`${lostBlocks} blocks of erased people hold only under the signing keys and the id of before.`] : []),
      '',
      `Next: shop-ops key mint --shop ${id} --name NAME --scope full`,
    ];
    const document = { id, former_id: head.shop.id, name: head.shop.name, moment: head.moment, rows, files, silent: true };
    return { document: { ...document, blocks_of_erased: lostBlocks }, text: lines.join('\n') };
  },
});

export const archiveCommands = [exportShop, importShop];
