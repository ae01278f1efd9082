import type { FileStorage } from '../../application/areas/media/file-storage.js';
import { toId, type MediaFileId, type ShopId } from '../../domain/shared/id.js';
import { DamagedArchive, FILES, type ArchiveLine, type OpenArchive } from './archive-file.js';

/** The table whose rows are followed by the files that they name. */
export const MEDIA = 'media_files';

/** A multiple of 3, so that the parts of a file can be decoded together. */
const PART = 48 * 1024;

/** The lines of the file of a row. Returns false if the storage has lost it. */
export async function* fileLines(
  files: FileStorage,
  shop: ShopId,
  row: string,
): AsyncGenerator<readonly [kind: string, json: string], boolean> {
  const { id, status } = JSON.parse(row) as { readonly id: MediaFileId; readonly status: string };
  if (status !== 'stored') return true;
  const content = await files.read(shop, id);
  if (content === null) return false;
  const line = (part: Uint8Array): readonly [string, string] => [
    FILES,
    JSON.stringify({ kind: FILES, id, part: Buffer.from(part).toString('base64') }),
  ];
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= PART; rest = rest.subarray(PART)) yield line(rest.subarray(0, PART));
  }
  yield line(rest);
  return true;
}

type Lines = OpenArchive['lines'];

/** Reads lines one by one, and the parts of a file together. */
export class LinesWithFiles {
  private next: Awaited<ReturnType<Lines['next']>> | null = null;

  constructor(private readonly lines: Lines) {}

  async peek(): Promise<(ArchiveLine & { readonly text: string }) | null> {
    this.next ??= await this.lines.next();
    return this.next.done === true ? null : this.next.value;
  }

  async take(): Promise<void> {
    await this.peek();
    this.next = null;
  }

  /** Stores the file of the present line, with all its parts. */
  async store(files: FileStorage, shop: ShopId): Promise<void> {
    const id = toId<'MediaFile'>((await this.peek())?.id ?? '');
    if (id === null) throw new DamagedArchive();
    await files.put(shop, id, this.partsOf(id));
  }

  private async *partsOf(id: string): AsyncGenerator<Uint8Array> {
    for (let line = await this.peek(); line?.kind === FILES && line.id === id; line = await this.peek()) {
      await this.take();
      yield Buffer.from(line.part ?? '', 'base64');
    }
  }
}
