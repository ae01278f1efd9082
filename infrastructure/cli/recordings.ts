import { resolve } from 'node:path';
import { openImportFile } from '../../adapters/files/import-file-source.js';
import { MediaFolder } from '../../adapters/files/media-folder.js';
import { ExportMedia, type ExportWatch } from '../../application/areas/media/export-media.js';
import { ImportMedia } from '../../application/areas/media/import-media.js';
import { MANIFEST_COLUMNS, type ManifestLine } from '../../application/areas/media/media-manifest.js';
import { inOneLine } from '../server/process-life.js';
import { argument, command, onTables, optional, required, wrongUsage } from './command.js';
import { ImportProgressLine, reported } from './import-report.js';
import { SOME_SKIPPED } from './outcome.js';
import { idOf, keepHeapSmall, namedShop, readable } from './typed.js';

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

const write = onTables({
  name: 'recordings export',
  about: 'write the recordings, voicemail and attachments of a shop to a folder',
  input: {
    dir: argument('<dir>', 'the folder, which is made if it does not exist'),
    shop: required('<id>', 'the shop that has them'),
  },
  help: ABOUT_EXPORT,
  async run({ use, stopping, stderr }, { dir, shop }) {
    const { id } = await namedShop(use, shop);
    keepHeapSmall();
    const folder = new MediaFolder(dir, stopping);
    const counts = { files: 0, bytes: 0, skipped: 0 };
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
    const { files, bytes, skipped } = counts;
    const lost = skipped === 1 ? '1 file was' : `${skipped} files were`;
    return {
      document: { shop_id: id, manifest: folder.manifest, ...counts },
      text: `${NAME}: ${files} files with ${bytes} bytes, listed in ${folder.manifest}; skipped ${skipped}.`,
      ...(skipped > 0 && { failure: `${lost} skipped, because the storage has lost them`, exitCode: SOME_SKIPPED }),
    };
  },
});

async function* counted(
  lines: AsyncIterable<ManifestLine>,
  counts: { files: number; bytes: number },
): AsyncGenerator<ManifestLine> {
  for await (const line of lines) {
    counts.files += 1;
    counts.bytes += line.bytes;
    yield line;
  }
}

const bring = command({
  name: 'recordings import',
  changes: true,
  about: 'bring the files of an export to the calls and messages of a shop',
  input: {
    dir: argument('<dir>', 'the folder of the export'),
    shop: required('<id>', 'the shop that gets them'),
    errors: optional('<file>', 'the file that explains skipped lines (default: DIR/recordings.ndjson.errors.ndjson)'),
  },
  help: ABOUT_IMPORT,
  async run({ sessions, stderr }, { dir, shop, errors }) {
    const folder = new MediaFolder(dir);
    const { manifest } = folder;
    const path = errors ?? `${manifest}.errors.ndjson`;
    if (resolve(path) === resolve(manifest)) throw wrongUsage('--errors must not name the manifest');
    const source = await readable(manifest, openImportFile(manifest, 'ndjson', MANIFEST_COLUMNS));
    return sessions.withTables(({ use, stopping }) => {
      const progress = new ImportProgressLine(NAME, source.size, true, stopping, stderr);
      keepHeapSmall();
      return reported(NAME, { path, progress }, (skipped) =>
        use(ImportMedia).execute({ shop: idOf<'Shop'>(shop), source, folder, errors: skipped }, progress),
      );
    });
  },
});

export const recordingsCommands = [write, bring];
