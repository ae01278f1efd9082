import type { BackupPlace } from '../../adapters/files/backup-place.js';
import { textLines } from '../../adapters/files/text-lines.js';
import type { FileStorage } from '../../application/areas/media/file-storage.js';
import type { MediaFileId, ShopId } from '../../domain/shared/id.js';
import type { BackupSource } from './make-backup.js';
import { backupsIn, filePath, readManifest, tablePath, type SavedFiles, type SavedTable } from './manifest.js';
import { Adding, DamagedBackup, isSame, present, readPacked, storePacked, sumOf, type Sum } from './stored-content.js';

/** A line of the list of a backup. The lines are in the order of shops and ids. */
export interface SavedFile extends Sum {
  readonly shop: ShopId;
  readonly id: MediaFileId;
}

interface StoredName {
  readonly shop: ShopId;
  readonly id: MediaFileId;
}

/** So many files are read at once. */
const AT_ONCE = 8;

const listPath = (backup: string): string => `${backup}/files.ndjson.gz`;

/** The files of a backup, one by one. */
export async function* filesOf(place: BackupPlace, backup: string, { list }: SavedFiles): AsyncGenerator<SavedFile> {
  for await (const line of linesOf(readPacked(place, listPath(backup), list))) yield JSON.parse(line) as SavedFile; // its hash is compared at its end
}

/** The content of a file of a backup. @throws DamagedBackup at the end, if it is not the one that was saved */
export async function* contentOf(place: BackupPlace, file: SavedFile): AsyncGenerator<Uint8Array> {
  const adding = new Adding();
  yield* adding.pass(await present(place, filePath(file.sha256)));
  if (!isSame(adding.sum(), file)) throw new DamagedBackup(`${filePath(file.sha256)} was changed`);
}

/** Copies a damaged file of a place again. False: the storage does not have this content any more. */
export async function copyAgain(files: FileStorage, place: BackupPlace, file: SavedFile): Promise<boolean> {
  const original = await files.read(file.shop, file.id);
  if (original === null || !isSame(await sumOf(original), file)) return false;
  return writeFile(files, place, file);
}

/**
 * Saves the files that the saved tables name, and lists them. A file that the backup before has is not read again, because a file
 * never changes.
 */
export async function saveFiles(
  { stopping, tell }: Pick<BackupSource, 'stopping' | 'tell'>,
  files: FileStorage,
  place: BackupPlace,
  draft: string,
  tables: readonly SavedTable[],
): Promise<SavedFiles> {
  const counts = { count: 0, bytes: 0, lost: 0 };
  const before = new FilesBefore(filesBefore(place));
  const listed = async function* (): AsyncGenerator<string> {
    for await (const names of inGroups(storedNames(place, draft, tables))) {
      stopping?.throwIfAborted();
      const known: (readonly [StoredName, SavedFile | null])[] = [];
      for (const name of names) known.push([name, await before.find(name)]);
      const saved = await Promise.all(known.map(([name, old]) => saveFile(files, place, name, old)));
      for (const file of saved) {
        if (file === null) counts.lost += 1;
        else {
          counts.count += 1;
          counts.bytes += file.bytes;
          yield `${JSON.stringify(file)}\n`;
        }
      }
      tell(`${counts.count} files`);
    }
  };
  const list = await storePacked(place, listPath(draft), listed());
  return { ...counts, list };
}

/** Null: the storage has lost it, or somebody was erased meanwhile. */
async function saveFile(
  files: FileStorage,
  place: BackupPlace,
  { shop, id }: StoredName,
  known: SavedFile | null,
): Promise<SavedFile | null> {
  if (known && (await isThere(place, known))) return known;
  const content = await files.read(shop, id);
  if (content === null) return null;
  const file = { shop, id, ...(await sumOf(content)) };
  return (await isThere(place, file)) || (await writeFile(files, place, file)) ? file : null;
}

/** A file of another size was damaged, and is copied again. */
async function isThere(place: BackupPlace, { sha256, bytes }: Sum): Promise<boolean> {
  return (await place.sizeOf(filePath(sha256))) === bytes;
}

/** False: the storage has lost it. */
async function writeFile(files: FileStorage, place: BackupPlace, { shop, id, sha256 }: SavedFile): Promise<boolean> {
  const content = await files.read(shop, id);
  if (content !== null) await place.write(filePath(sha256), content);
  return content !== null;
}

/** The names of the stored files, from the saved table itself: so they are of the same moment. */
async function* storedNames(place: BackupPlace, draft: string, tables: readonly SavedTable[]): AsyncGenerator<StoredName> {
  const table = tables.find(({ name }) => name === 'media_files');
  if (!table) return; // a release without files
  const [shop, id, status] = ['shop_id', 'id', 'status'].map((column) => table.columns.indexOf(column)) as [
    number,
    number,
    number,
  ];
  for await (const line of linesOf(readPacked(place, tablePath(draft, table.name), table))) {
    const cells = line.split('\t');
    if (cells[status] === 'stored') yield { shop: cells[shop] as ShopId, id: cells[id] as MediaFileId }; // safe: uuids are written as they are
  }
}

/** Finds names in the list of the newest backup. They are asked for in the order of the list, so nothing is kept in memory. */
class FilesBefore {
  private next: SavedFile | null = null;
  private begun = false;

  constructor(private readonly lines: AsyncIterator<SavedFile>) {}

  async find(name: StoredName): Promise<SavedFile | null> {
    while (!this.begun || (this.next !== null && keyOf(this.next) < keyOf(name))) {
      this.begun = true;
      this.next = await this.read();
    }
    return this.next !== null && keyOf(this.next) === keyOf(name) ? this.next : null;
  }

  private async read(): Promise<SavedFile | null> {
    try {
      const read = await this.lines.next();
      return read.done === true ? null : read.value;
    } catch {
      return null; // a damaged list saves no work, and is told by `backup verify`
    }
  }
}

function keyOf({ shop, id }: StoredName): string {
  return `${shop} ${id}`;
}

async function* filesBefore(place: BackupPlace): AsyncGenerator<SavedFile> {
  const newest = (await backupsIn(place)).at(-1);
  if (!newest) return;
  const { files } = await readManifest(place, newest.name);
  if (files) yield* filesOf(place, newest.name, files);
}

async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const lines of textLines(content, { offset: 0, line: 1 })) for (const { bytes } of lines) yield String(bytes);
}

async function* inGroups<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
