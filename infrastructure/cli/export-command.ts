import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Argument, Option, type Command } from 'commander';
import { exportText } from '../../adapters/files/export-text.js';
import { FILE_FORMATS, formatOf, type FileFormat } from '../../adapters/files/import-file-source.js';
import { writeWhole } from '../../adapters/files/replaceable-file.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { ExportKind } from '../../application/transfer/export-kind.js';
import type { AnyKind } from '../../application/transfer/import-kind.js';
import { inOneLine } from '../server/process-life.js';
import { kindOf } from './import-command.js';
import { shopIdOf } from './named-shop.js';
import { Failed } from './outcome.js';
import type { Terminal } from './program.js';
import type { Sessions } from './session.js';
import { keepHeapSmall } from './small-heap.js';

interface ExportOptions {
  readonly shop: string;
  readonly format?: FileFormat;
  readonly out?: string;
}

const ABOUT = `
The export has all columns that import reads, with ids, origins, external ids and times. If you import it with --restore
into a shop that has no records of this kind, the API gives the same answers for that shop. NDJSON nests timelines, tiers
and messages in their records. In CSV they are separate kinds: lead-timeline, service-tiers and messages.`;

export function addExportCommand(program: Command, sessions: Sessions, terminal: Terminal, kinds: readonly AnyKind[]): void {
  program
    .command('export')
    .description('write all records of a kind, as they are at this moment, in the form that import reads')
    .addArgument(new Argument('<kind>', 'the kind of records to write').choices(kinds.map(({ name }) => name)))
    .requiredOption('--shop <id>', 'the shop that has the records')
    .addOption(
      new Option('--format <format>', 'the default follows the ending of --out, otherwise it is ndjson').choices(FILE_FORMATS),
    )
    .option('--out <file>', 'write to this file instead of stdout; the file appears when it is complete')
    .addHelpText('after', ABOUT)
    .action((name: string, options: ExportOptions) => write(sessions, terminal, kindOf(kinds, name), options));
}

function write(sessions: Sessions, { stdout, stderr }: Terminal, kind: AnyKind, options: ExportOptions): Promise<void> {
  const { shop, out, format = (out && formatOf(out)) || 'ndjson' } = options;
  return sessions.withTables(async ({ use, stopping }) => {
    const command = { shop: shopIdOf(shop), kind, values: format === 'csv' ? 'query' : 'json' } as const;
    const rows = await use(ExportKind).execute(command);
    const text = exportText(format, rows);
    keepHeapSmall();
    if (out === undefined) return toStdout(text, stdout, stopping);
    await writeWhole(out, text, stopping).catch((error: unknown) => {
      throw new Error(`${out} was not written: ${inOneLine(error)}`, { cause: error });
    });
    stderr.write(`${kind.name}: ${rows.written} rows in ${out}\n`);
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
