import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ImportErrorFile } from '../../adapters/files/import-error-file.js';
import { openImportFile } from '../../adapters/files/import-file-source.js';
import { MediaFolder } from '../../adapters/files/media-folder.js';
import { ExportMedia, type ExportWatch } from '../../application/areas/media/export-media.js';
import { ImportMedia } from '../../application/areas/media/import-media.js';
import { MANIFEST_COLUMNS, type ManifestLine } from '../../application/areas/media/media-manifest.js';
import type { ImportSource } from '../../application/transfer/import-source.js';
import type { ShopId } from '../../domain/shared/id.js';
import { inOneLine } from '../server/process-life.js';
import { unreadable, wrongUsage } from './import-command.js';
import { importOutcome } from './import-outcome.js';
import { ImportProgressLine } from './import-progress.js';
import { namedShop, shopIdOf } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Terminal } from './program.js';
import type { Sessions, StoppableSession } from './session.js';
import { keepHeapSmall } from './small-heap.js';

interface OfShop {
  readonly shop: string;
}

interface ImportOptions extends OfShop {
  readonly errors?: string;
}

const SOME_SKIPPED = 3;
const NAME = 'recordings';

const ABOUT_EXPORT = `
The folder gets a file for each recording, voicemail and attachment, and at the end the manifest recordings.ndjson. Files of
the same names are replaced. A file that the storage has lost is named and left out.
Exit codes: 0 every file was written, 3 some were left out, 1 the export failed, 2 wrong usage.`;

const ABOUT_IMPORT = `
Import the calls and the conversations first. A file belongs to the call or message with the id of its line, or else with its
external id. It is stored if its size, SHA-256 and type are those of the line. A sound or attachment that is there already
stays, so a repeated import changes nothing. A wrong line is skipped, and recordings.ndjson.errors.ndjson says why.
Exit codes: 0 every file is there, 3 some lines were skipped, 1 the import failed, 2 wrong usage.`;

export function addRecordingsCommands(program: Command, sessions: Sessions, { stderr }: Terminal): void {
  const recordings = program.command(NAME).description('carry recordings, voicemail and attachments to another deployment');
  recordings
    .command('export')
    .description('write the recordings, voicemail and attachments of a shop to a folder')
    .argument('<dir>', 'the folder, which is made if it does not exist')
    .requiredOption('--shop <id>', 'the shop that has them')
    .addHelpText('after', ABOUT_EXPORT)
    .action(printing((dir: string, { shop }: OfShop) => write(sessions, stderr, dir, shop)));
  recordings
    .command('import')
    .description('bring the files of an export to the calls and messages of a shop')
    .argument('<dir>', 'the folder of the export')
    .requiredOption('--shop <id>', 'the shop that gets them')
    .option('--errors <file>', 'the file that explains skipped lines (default: DIR/recordings.ndjson.errors.ndjson)')
    .addHelpText('after', ABOUT_IMPORT)
    .action(printing((dir: string, options: ImportOptions) => bring(sessions, stderr, dir, options)));
}

interface ExportCounts {
  files: number;
  bytes: number;
  skipped: number;
}

function write(sessions: Sessions, stderr: Terminal['stderr'], dir: string, shopId: string): Promise<Outcome> {
  return sessions.withTables(async ({ use, stopping }) => {
    const { id } = await namedShop(use, shopId);
    keepHeapSmall();
    const folder = new MediaFolder(dir, stopping);
    const counts: ExportCounts = { files: 0, bytes: 0, skipped: 0 };
    const watch: ExportWatch = {
      skipped: (file, reason) => {
        counts.skipped += 1;
        stderr.write(`${NAME}: the ${file.kind} ${file.id} ${reason}\n`);
      },
    };
    try {
      await folder.make();
      await folder.writeManifest(counted(await use(ExportMedia).execute(id, folder, watch), counts));
    } catch (error) {
      throw new Error(`${dir} was not written: ${inOneLine(error)}`, { cause: error });
    }
    return exportOutcome(id, folder.manifest, counts);
  });
}

async function* counted(lines: AsyncIterable<ManifestLine>, counts: ExportCounts): AsyncGenerator<ManifestLine> {
  for await (const line of lines) {
    counts.files += 1;
    counts.bytes += line.bytes;
    yield line;
  }
}

function exportOutcome(shop: ShopId, manifest: string, { files, bytes, skipped }: ExportCounts): Outcome {
  const lost = skipped === 1 ? '1 file was' : `${skipped} files were`;
  return {
    document: { shop_id: shop, manifest, files, bytes, skipped },
    text: `${NAME}: ${files} files with ${bytes} bytes, listed in ${manifest}; skipped ${skipped}.`,
    ...(skipped > 0 && { failure: `${lost} skipped, because the storage has lost them`, exitCode: SOME_SKIPPED }),
  };
}

async function bring(sessions: Sessions, stderr: Terminal['stderr'], dir: string, options: ImportOptions): Promise<Outcome> {
  const { manifest } = new MediaFolder(dir);
  const { shop, errors = `${manifest}.errors.ndjson` } = options;
  if (resolve(errors) === resolve(manifest)) throw wrongUsage('--errors must not name the manifest');
  const source = await openImportFile(manifest, 'ndjson', MANIFEST_COLUMNS).catch((error: unknown) => {
    throw unreadable(manifest, error);
  });
  return sessions.withTables((session) => {
    const progress = new ImportProgressLine(NAME, source.size, true, session.stopping, stderr);
    return land(session, progress, source, dir, shop, new ImportErrorFile(errors));
  });
}

async function land(
  { use }: StoppableSession,
  progress: ImportProgressLine,
  source: ImportSource,
  dir: string,
  shop: string,
  errors: ImportErrorFile,
): Promise<Outcome> {
  keepHeapSmall();
  try {
    const command = { shop: shopIdOf(shop), source, folder: new MediaFolder(dir), errors };
    return importOutcome(NAME, await use(ImportMedia).execute(command, progress), errors, false);
  } finally {
    progress.close();
    await errors.close();
  }
}
