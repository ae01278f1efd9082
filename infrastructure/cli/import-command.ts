import { resolve } from 'node:path';
import { Argument, CommanderError, Option, type Command } from 'commander';
import { ImportErrorFile } from '../../adapters/files/import-error-file.js';
import { FILE_FORMATS, formatOf, openImportFile, type FileFormat } from '../../adapters/files/import-file-source.js';
import { importTemplate } from '../../adapters/files/import-template.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { ImportFile } from '../../application/transfer/import-file.js';
import type { AnyKind } from '../../application/transfer/import-kind.js';
import type { ImportSource } from '../../application/transfer/import-source.js';
import { columnsOf } from '../../application/transfer/parse-row.js';
import { InvalidRequest } from '../../domain/shared/errors.js';
import { ORIGINS, type Origin } from '../../domain/shared/origin.js';
import { goBelowOthers, inOneLine } from '../server/process-life.js';
import { importOutcome } from './import-outcome.js';
import { ImportProgressLine } from './import-progress.js';
import { shopIdOf } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Terminal } from './program.js';
import type { Sessions, StoppableSession } from './session.js';
import { keepHeapSmall } from './small-heap.js';

interface ImportOptions {
  readonly shop?: string;
  readonly format?: FileFormat;
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly restore?: boolean;
  readonly origin: Origin;
  readonly errors?: string;
  readonly template?: boolean;
  readonly announce?: boolean;
}

const ABOUT = `
If a record with the line's external_id (or id) exists, the line changes that record. Otherwise the line makes a new
record. So a repeated import of the same file changes nothing. A line without an external_id gets one from the contents
of the whole file and from its line number: after the file was edited, such a line makes a new record.
A line that breaks a rule is skipped, and FILE.errors.ndjson says why. An import that was interrupted continues when you
run it again. With --strict or --dry-run it begins again, because these store nothing before the end.
Exit codes: 0 every line was stored, 3 some lines were skipped, 1 nothing was done, 2 wrong usage.`;

export function addImportCommand(program: Command, sessions: Sessions, { stderr }: Terminal, kinds: readonly AnyKind[]): void {
  program
    .command('import')
    .description('bring records into a shop from a CSV or NDJSON file')
    .addArgument(new Argument('<kind>', 'the kind of records in the file').choices(kinds.map(({ name }) => name)))
    .argument('[file]', 'the file to import, in UTF-8')
    .option('--shop <id>', 'the shop that gets the records')
    .addOption(new Option('--format <format>', 'needed if the ending of the file does not show its format').choices(FILE_FORMATS))
    .option('--dry-run', 'store nothing, only say what the import would do')
    .option('--strict', 'store all lines or none')
    .addOption(new Option('--origin <origin>', 'the origin that the new records get').choices(ORIGINS).default('import'))
    .option('--restore', 'keep the ids, origins, external ids and times of an export; the shop must have no records of this kind')
    .option('--errors <file>', 'the file that explains skipped lines (default: FILE.errors.ndjson)')
    .option('--announce', 'reviews only: announce each new public review as an event (review.received)')
    .option('--template', 'print an example file with comments, and import nothing')
    .addHelpText('after', ABOUT)
    .action(
      printing((name: string, file: string | undefined, options: ImportOptions) => {
        const kind = kindOf(kinds, name);
        return options.template ? template(kinds, kind, options) : bring(sessions, stderr, kinds, kind, file, options);
      }),
    );
}

export function kindOf(kinds: readonly AnyKind[], name: string): AnyKind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`${name} is not a kind of records`);
  return kind;
}

function template(kinds: readonly AnyKind[], kind: AnyKind, { format = 'csv' }: ImportOptions): Promise<Outcome> {
  const text = importTemplate(kind, format, kinds);
  return Promise.resolve({ document: { kind: kind.name, format, template: text }, text: text.trimEnd() });
}

async function bring(
  sessions: Sessions,
  stderr: Terminal['stderr'],
  kinds: readonly AnyKind[],
  kind: AnyKind,
  file: string | undefined,
  options: ImportOptions,
): Promise<Outcome> {
  const { shop, errors = `${file ?? ''}.errors.ndjson` } = options;
  if (file === undefined) throw wrongUsage('the file to import is missing');
  if (file === '-')
    throw wrongUsage(
      'standard input cannot be imported, because an import reads its file more than once: save it as a file first',
    );
  if (options.announce && !kind.announce)
    throw wrongUsage(`--announce is not for ${kind.name}: only ${announcedOf(kinds)} can be announced`);
  if (options.announce && options.restore) throw wrongUsage('--announce is not for a restore, which brings nothing new');
  if (shop === undefined) throw wrongUsage('--shop ID is needed');
  const format = options.format ?? formatOf(file);
  if (!format)
    throw wrongUsage(`--format ${FILE_FORMATS.join(' or ')} is needed: the ending of ${file} does not show its format`);
  if (resolve(errors) === resolve(file)) throw wrongUsage('--errors must not name the file that is imported');
  const source = await openImportFile(file, format, columnsOf(kind.row)).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  return sessions.withTables((session) => {
    const goesOn = !options.strict && !options.dryRun;
    const progress = new ImportProgressLine(kind.name, source.size, goesOn, session.stopping, stderr);
    return land(session, progress, kind, file, source, new ImportErrorFile(errors), { ...options, shop });
  });
}

function announcedOf(kinds: readonly AnyKind[]): string {
  return kinds
    .filter((kind) => 'announce' in kind)
    .map(({ name }) => name)
    .join(', ');
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read: permission denied',
};

export function unreadable(file: string, error: unknown): Error {
  if (error instanceof InvalidRequest) return new InvalidRequest(`${file} ${error.message}`, { cause: error });
  return new Error(`${file} ${UNREADABLE[systemCodeOf(error)] ?? `cannot be read: ${inOneLine(error)}`}`, { cause: error });
}

async function land(
  { use }: StoppableSession,
  progress: ImportProgressLine,
  kind: AnyKind,
  file: string,
  source: ImportSource,
  errors: ImportErrorFile,
  { shop, origin, restore = false, dryRun = false, strict = false, announce = false }: ImportOptions & { readonly shop: string },
): Promise<Outcome> {
  keepHeapSmall();
  goBelowOthers();
  try {
    const command = { shop: shopIdOf(shop), kind, source, errors, origin, restore, strict, dryRun, announce };
    const result = await use(ImportFile).execute(command, progress);
    return importOutcome(kind.name, result, errors, dryRun);
  } catch (error) {
    if (error instanceof InvalidRequest)
      throw new InvalidRequest(`${file} cannot be imported: ${error.message}`, { cause: error });
    throw error;
  } finally {
    progress.close();
    await errors.close();
  }
}

export function wrongUsage(problem: string): CommanderError {
  return new CommanderError(2, 'wrong_usage', problem);
}
