import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { WrongContent, type Digest, type ExportFolder, type ImportFolder } from '../../application/areas/media/media-manifest.js';
import { toId, type MediaFileId } from '../../domain/shared/id.js';
import { systemCodeOf } from '../system-errors.js';
import { makeFolder } from './made-folder.js';
import { writeWhole } from './replaceable-file.js';

const CHUNK = 64 * 1024;
/** Links are not followed, and opening a pipe does not wait for somebody who writes to it. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'is missing in the folder',
  ELOOP: 'is a link',
  EACCES: 'cannot be read: permission denied',
};

/** A folder with exported files and their manifest. */
export class MediaFolder implements ExportFolder, ImportFolder {
  /** the path of the manifest: one JSON object in each line */
  readonly manifest: string;

  constructor(
    private readonly path: string,
    /** ends an export */
    private readonly stopping?: AbortSignal,
  ) {
    this.manifest = join(path, 'recordings.ndjson');
  }

  /** Makes the folder, if it does not exist. Only its owner may read it, because it contains customers' data. */
  async make(): Promise<void> {
    await makeFolder(this.path, 0o700);
  }

  /** Writes the manifest completely or not at all. */
  async writeManifest(lines: AsyncIterable<object>): Promise<void> {
    await writeWhole(this.manifest, inJson(lines), this.stopping);
  }

  async write(name: MediaFileId, content: AsyncIterable<Uint8Array>, bytes: number): Promise<Digest> {
    const digester = new Digester();
    await writeWhole(this.pathOf(name), checkedLength(digester.pass(content), digester, bytes), this.stopping);
    return digester.digest();
  }

  async *read(name: MediaFileId, expected: Digest): AsyncGenerator<Uint8Array> {
    const digester = new Digester();
    yield* checkedLength(digester.pass(chunksOf(this.pathOf(name))), digester, expected.bytes);
    if (digester.digest().sha256 !== expected.sha256) throw new WrongContent('has another SHA-256');
  }

  async digest(content: AsyncIterable<Uint8Array>): Promise<Digest> {
    const digester = new Digester();
    for await (const chunk of content) digester.add(chunk);
    return digester.digest();
  }

  private pathOf(name: MediaFileId): string {
    if (toId(name) !== name) throw new Error('this is no id of a file');
    return join(this.path, name);
  }
}

async function* inJson(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** Measures content while it passes. */
class Digester {
  private readonly hash = createHash('sha256');
  private sha256: string | null = null;
  bytes = 0;

  async *pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.add(chunk);
      yield chunk;
    }
  }

  add(chunk: Uint8Array): void {
    this.hash.update(chunk);
    this.bytes += chunk.byteLength;
  }

  digest(): Digest {
    this.sha256 ??= this.hash.digest('hex');
    return { bytes: this.bytes, sha256: this.sha256 };
  }
}

/** Ends with an error as soon as the content is too long, or when it ends too early. */
async function* checkedLength(content: AsyncIterable<Uint8Array>, digester: Digester, bytes: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    if (digester.bytes > bytes) throw new WrongContent(`is longer than ${bytes} bytes`);
    yield chunk;
  }
  if (digester.bytes < bytes) throw new WrongContent(`has ${digester.bytes} instead of ${bytes} bytes`);
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const handle = await opened(path);
  try {
    if (!(await handle.stat()).isFile()) throw new WrongContent('is not a file');
    for (;;) {
      // A buffer is not used again: the receiver may still be writing the one before.
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, READ);
  } catch (error) {
    const reason = UNREADABLE[systemCodeOf(error)];
    throw reason === undefined ? error : new WrongContent(reason, { cause: error });
  }
}
