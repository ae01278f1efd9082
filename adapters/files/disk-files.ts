import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileStorage, StorageFull, type BytePart } from '../../application/areas/media/file-storage.js';
import { toId, type Id, type MediaFileId, type ShopId } from '../../domain/shared/id.js';
import { HOUR_MS } from '../../domain/shared/instant.js';
import { systemCodeOf } from '../system-errors.js';
import { makeFolder } from './made-folder.js';

/**
 * Returns an id that is safe in a path.
 * @throws Error when it is no id: nothing that somebody sent may become a part of a path
 */
export function checkedId<Kind extends string>(id: Id<Kind>): Id<Kind> {
  if (toId(id) !== id) throw new Error('this is no id of a stored file or its shop');
  return id;
}

/**
 * Removes the files that killed processes left half-written. Nobody has written to such a file for an hour; other processes may
 * still be writing the younger ones.
 */
export class LeftParts {
  private nextAt = 0;

  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** Removes what is left, at the first call and then at most once an hour. A failure is no error: a later call tries again. */
  async remove(): Promise<void> {
    const now = this.now();
    if (now < this.nextAt) return;
    this.nextAt = now + HOUR_MS;
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names) await removeIfOld(join(this.folder, name), now - HOUR_MS).catch(() => undefined);
  }
}

async function removeIfOld(path: string, before: number): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (mtimeMs < before) await rm(path, { force: true });
}

const CHUNK_BYTES = 64 * 1024;
/** The codes of a full disk, a used quota, and a limit of the process or the file system. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Keeps each file as `<shop>/<last two digits of the file's id>/<file's id>` in a folder. A file is written in the folder `.parts`,
 * which is on the same file system, and then renamed. Only the account of the service may read the files.
 */
export class DiskFiles extends FileStorage {
  private readonly parts: string;
  private readonly left: LeftParts;

  /** @param now the time of the system in milliseconds, as files have it */
  constructor(
    private readonly root: string,
    now: () => number = Date.now,
  ) {
    super();
    this.parts = join(root, '.parts');
    this.left = new LeftParts(this.parts, now);
  }

  override async put(shop: ShopId, file: MediaFileId, content: AsyncIterable<Uint8Array>): Promise<number> {
    const target = this.pathOf(shop, file);
    const part = join(this.parts, randomUUID());
    await this.left.remove();
    try {
      const bytes = await write(part, content);
      await storing(this.moveIn(part, target));
      return bytes;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  override async read(shop: ShopId, file: MediaFileId, part?: BytePart): Promise<AsyncIterable<Uint8Array> | null> {
    const path = this.pathOf(shop, file);
    return (await isThere(path)) ? contentOf(path, part) : null;
  }

  override async delete(shop: ShopId, file: MediaFileId): Promise<void> {
    await rm(this.pathOf(shop, file), { force: true });
  }

  override async deleteAll(shop: ShopId): Promise<void> {
    await rm(join(this.root, checkedId(shop)), { recursive: true, force: true, maxRetries: 3 });
  }

  override tidy(): Promise<void> {
    return this.left.remove();
  }

  private pathOf(shop: ShopId, file: MediaFileId): string {
    return join(this.root, checkedId(shop), checkedId(file).slice(-2), file);
  }

  /** Moves a written file to its place, and waits until the disk has the new entries of the folders. */
  private async moveIn(part: string, target: string): Promise<void> {
    const folder = dirname(target);
    await makeFolder(folder, 0o700);
    await rename(part, target);
    for (const changed of [folder, dirname(folder), this.root]) await synchronize(changed);
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  let handle: FileHandle | null = null;
  let bytes = 0;
  try {
    // The file is created inside of the loop, so that a failure to create it ends the content's iteration, too.
    for await (const chunk of content) {
      handle ??= await storing(create(path));
      await storing(handle.writeFile(chunk));
      bytes += chunk.byteLength;
    }
    handle ??= await storing(create(path));
    await storing(handle.sync());
    return bytes;
  } finally {
    await handle?.close();
  }
}

async function create(path: string): Promise<FileHandle> {
  await makeFolder(dirname(path), 0o700);
  return open(path, 'wx', 0o600);
}

/** Waits until the disk has the entries of a folder. */
export async function synchronize(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    (error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
}

/**
 * Reads a file piece by piece. It is open only while a piece is read, so that a listener who stops to listen keeps no file open.
 */
async function* contentOf(path: string, part: BytePart = { first: 0, last: Infinity }): AsyncGenerator<Uint8Array> {
  for (let at = part.first; at <= part.last;) {
    const chunk = await chunkAt(path, at, Math.min(CHUNK_BYTES, part.last - at + 1));
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

async function chunkAt(path: string, at: number, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    // A buffer is not used again: the receiver may still be sending the one before.
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Tells a full storage apart from other failures of the disk. The content's own errors do not come here. */
async function storing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw FULL.has(systemCodeOf(error)) ? new StorageFull({ cause: error }) : error;
  }
}
