import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { ImportErrorFile } from '../../adapters/files/import-error-file.js';
import {
  FILE_FORMATS,
  formatOf,
  openImportFile,
  readImportStream,
  type FileFormat,
} from '../../adapters/files/import-file-source.js';
import { ImportOptOuts, OPT_OUT_COLUMNS } from '../../application/areas/texting/import-opt-outs.js';
import { OptOuts } from '../../application/areas/texting/opt-outs.js';
import type { ImportSource } from '../../application/transfer/import-source.js';
import { InvalidRequest } from '../../domain/shared/errors.js';
import type { OptOut } from '../../domain/texting/opt-out.js';
import { unreadable, wrongUsage } from './import-command.js';
import { importOutcome } from './import-outcome.js';
import { namedShop, shopIdOf } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { inColumns } from './table.js';

interface OfShop {
  readonly shop: string;
}

interface ImportOptions extends OfShop {
  readonly format?: FileFormat;
  readonly errors?: string;
}

const ABOUT = `
A CSV file has a column number; NDJSON has {"number": "613 555 0142"} in each line. Numbers without a country code are read as
numbers of the shop's country. A number that is blocked already keeps its block, so a repeated import changes nothing.
A wrong line is skipped, and FILE.errors.ndjson (for standard input optouts.errors.ndjson) says why.
Exit codes: 0 every number is blocked, 3 some lines were skipped, 1 nothing was done, 2 wrong usage.`;

export function addOptOutCommands(program: Command, sessions: Sessions): void {
  const optouts = program.command('optouts').description('manage the numbers that a shop may not text');
  optouts
    .command('list')
    .description('list the blocked numbers, the latest block first')
    .requiredOption('--shop <id>', 'the shop that may not text them')
    .action(printing(({ shop }: OfShop) => list(sessions, shop)));
  optouts
    .command('import')
    .description('block the numbers of a CSV or NDJSON file, or of standard input')
    .argument('<file>', 'the file, in UTF-8; - for standard input')
    .requiredOption('--shop <id>', 'the shop that may not text them')
    .addOption(
      new Option('--format <format>', 'needed if the ending of the file does not show its format; standard input: csv').choices(
        FILE_FORMATS,
      ),
    )
    .option('--errors <file>', 'the file that explains skipped lines')
    .addHelpText('after', ABOUT)
    .action(printing((file: string, options: ImportOptions) => bring(sessions, file, options)));
}

function list(sessions: Sessions, shop: string): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const { id } = await namedShop(use, shop);
    const blocked = await use(OptOuts).list(id);
    const rows = blocked.map(({ number, source, since, line, note }) => [number, source, since, line ?? '-', note ?? '-']);
    const table = inColumns([['NUMBER', 'SOURCE', 'SINCE', 'LINE', 'NOTE'], ...rows]);
    return { document: blocked.map(documentOf), text: blocked.length === 0 ? 'No number is blocked.' : table };
  });
}

function documentOf({ number, source, since, line, note }: OptOut): object {
  return { number, source, since, line, note };
}

async function bring(sessions: Sessions, file: string, { shop, format, errors }: ImportOptions): Promise<Outcome> {
  const path = errors ?? `${file === '-' ? 'optouts' : file}.errors.ndjson`;
  if (resolve(path) === resolve(file)) throw wrongUsage('--errors must not name the file that is imported');
  const source = await sourceOf(file, format);
  return sessions.withTables(async ({ use }) => {
    const skipped = new ImportErrorFile(path);
    try {
      const result = await use(ImportOptOuts).execute(shopIdOf(shop), source, skipped);
      return importOutcome('optouts', result, skipped, false);
    } catch (error) {
      if (error instanceof InvalidRequest)
        throw new InvalidRequest(`${file} cannot be imported: ${error.message}`, { cause: error });
      throw error;
    } finally {
      await skipped.close();
    }
  });
}

async function sourceOf(file: string, given: FileFormat | undefined): Promise<ImportSource> {
  const format = given ?? (file === '-' ? 'csv' : formatOf(file));
  if (!format)
    throw wrongUsage(`--format ${FILE_FORMATS.join(' or ')} is needed: the ending of ${file} does not show its format`);
  try {
    return await (file === '-'
      ? readImportStream(process.stdin, format, OPT_OUT_COLUMNS)
      : openImportFile(file, format, OPT_OUT_COLUMNS));
  } catch (error) {
    throw unreadable(file === '-' ? 'standard input' : file, error);
  }
}
