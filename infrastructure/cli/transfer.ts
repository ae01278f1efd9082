import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportText } from '../../adapters/files/export-text.js';
import { FILE_FORMATS, formatOf, openImportFile, type FileFormat } from '../../adapters/files/import-file-source.js';
import { importTemplate } from '../../adapters/files/import-template.js';
import { writeWhole } from '../../adapters/files/replaceable-file.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { ExportKind } from '../../application/transfer/export-kind.js';
import { ImportFile } from '../../application/transfer/import-file.js';
import type { AnyKind } from '../../application/transfer/import-kind.js';
import { columnsOf } from '../../application/transfer/parse-row.js';
import { ORIGINS } from '../../domain/shared/origin.js';
import { goBelowOthers, inOneLine } from '../server/process-life.js';
import { argument, command, flag, onTables, optional, preset, required, wrongUsage, type DeclaredCommand } from './command.js';
import { ImportProgressLine, reported } from './import-report.js';
import { Failed, type Outcome } from './outcome.js';
import { idOf, importable, keepHeapSmall, knownFormat, newFile, readable } from './typed.js';

const ABOUT_IMPORT = `
If a record with the line's external_id (or id) exists, the line changes that record. Otherwise the line makes a new
record. So a repeated import of the same file changes nothing. A line without an external_id gets one from the contents
of the whole file and from its line number: after the file was edited, such a line makes a new record.
A line that breaks a rule is skipped, and FILE.errors.ndjson says why. An import that was interrupted continues when you
run it again. With --strict or --dry-run it begins again, because these store nothing before the end.
Exit codes: 0 every line was stored, 3 some lines were skipped, 1 nothing was done, 2 wrong usage.`;

const ABOUT_EXPORT = `
The export has all columns that import reads, with ids, origins, external ids and times. If you import it with --restore
into a shop that has no records of this kind, the API gives the same answers for that shop. NDJSON nests timelines, tiers
and messages in their records. In CSV they are separate kinds: lead-timeline, service-tiers and messages.`;

/** @param kinds of the service and its extensions */
export function transferCommands(kinds: readonly AnyKind[]): readonly DeclaredCommand[] {
  return [importCommand(kinds), exportCommand(kinds)];
}

function importCommand(kinds: readonly AnyKind[]): DeclaredCommand {
  return command({
    name: 'import',
    changes: true,
    about: 'bring records into a shop from a CSV or NDJSON file',
    input: {
      kind: argument('<kind>', 'the kind of records in the file', { choices: kinds.map(({ name }) => name) }),
      file: argument<string | undefined>('[file]', 'the file to import, in UTF-8'),
      shop: optional('<id>', 'the shop that gets the records'),
      format: optional('<format>', 'needed if the ending of the file does not show its format', { choices: FILE_FORMATS }),
      dryRun: flag('store nothing, only say what the import would do'),
      strict: flag('store all lines or none'),
      origin: preset('<origin>', 'the origin that the new records get', 'import', { choices: ORIGINS }),
      restore: flag('keep the ids, origins, external ids and times of an export; the shop must have no records of this kind'),
      errors: optional('<file>', 'the file that explains skipped lines (default: FILE.errors.ndjson)'),
      announce: flag('announce each new and each changed record as an event, too: webhooks get it, and rules follow it'),
      template: flag('print an example file with comments, and import nothing'),
    },
    help: ABOUT_IMPORT,
    async run({ sessions, stderr }, input) {
      const kind = kindOf(kinds, input.kind);
      if (input.template) return { ...templateOf(kinds, kind, input.format), isUnchanged: true };
      const { dryRun, strict, origin, restore, announce } = input;
      const file = requireFile(input.file);
      if (announce && restore) throw wrongUsage('--announce is not for a restore, which brings nothing new');
      if (input.shop === undefined) throw wrongUsage('--shop ID is needed');
      const shop = idOf<'Shop'>(input.shop);
      const format = knownFormat(file, input.format);
      const { errors: path = `${file}.errors.ndjson` } = input;
      if (resolve(path) === resolve(file)) throw wrongUsage('--errors must not name the file that is imported');
      const source = await readable(file, openImportFile(file, format, columnsOf(kind.row)));
      return sessions.withTables(({ use, stopping }) => {
        const progress = new ImportProgressLine(kind.name, source.size, !strict && !dryRun, stopping, stderr);
        keepHeapSmall();
        goBelowOthers();
        return reported(kind.name, { path, progress, dryRun }, (errors) => {
          const wanted = { shop, kind, source, errors, origin, restore, strict, dryRun, announce };
          return importable(file, use(ImportFile).execute(wanted, progress));
        });
      });
    },
  });
}

function kindOf(kinds: readonly AnyKind[], name: string): AnyKind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`${name} is not a kind of records`);
  return kind;
}

function templateOf(kinds: readonly AnyKind[], kind: AnyKind, format: FileFormat = 'csv'): Outcome {
  const template = importTemplate(kind, format, kinds);
  return { document: { kind: kind.name, format, template }, text: template.trimEnd() };
}

function requireFile(file: string | undefined): string {
  if (file === undefined) throw wrongUsage('the file to import is missing');
  if (file !== '-') return file;
  throw wrongUsage('standard input cannot be imported, because an import reads its file more than once: save it as a file first');
}

function exportCommand(kinds: readonly AnyKind[]): DeclaredCommand {
  return onTables({
    name: 'export',
    about: 'write all records of a kind, as they are at this moment, in the form that import reads',
    input: {
      kind: argument('<kind>', 'the kind of records to write', { choices: kinds.map(({ name }) => name) }),
      shop: required('<id>', 'the shop that has the records'),
      format: optional('<format>', 'the default follows the ending of --out, otherwise it is ndjson', { choices: FILE_FORMATS }),
      out: optional('<file>', 'write to this file instead of stdout; the file appears when it is complete', newFile),
    },
    help: ABOUT_EXPORT,
    async run({ use, stopping, stdout, stderr }, { kind: name, shop, out, format = (out && formatOf(out)) || 'ndjson' }) {
      const kind = kindOf(kinds, name);
      const values = format === 'csv' ? 'query' : 'json';
      const rows = await use(ExportKind).execute({ shop: idOf<'Shop'>(shop), kind, values });
      const text = exportText(format, rows);
      keepHeapSmall();
      if (out === undefined) {
        await toStdout(text, stdout, stopping);
        return null;
      }
      await writeWhole(out, text, stopping).catch((error: unknown) => {
        throw new Error(`${out} was not written: ${inOneLine(error)}`, { cause: error });
      });
      stderr.write(`${kind.name}: ${rows.written} rows in ${out}\n`);
      return null;
    },
  });
}

async function toStdout(text: AsyncIterable<string>, stdout: Writable, stopping: AbortSignal): Promise<void> {
  try {
    await pipeline(text, stdout, { signal: stopping });
  } catch (error) {
    if (systemCodeOf(error) === 'EPIPE') return; // the reader of the pipe closed it, because it has read enough
    // Some rows may be on stdout already. The error message goes to stderr only, so that it is not mixed with the rows.
    throw new Failed(inOneLine(error));
  }
}
