import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { pipeline as ended } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { BackupPlace } from '../../adapters/files/backup-place.js';
import { inOneLine } from '../server/process-life.js';

/** The length and the SHA-256 of something. */
export interface Sum {
  readonly bytes: number;
  readonly sha256: string;
}

/** The sums of something that is stored compressed. Both are needed: a bit of the compressed form may mean nothing. */
export interface StoredSum extends Sum {
  readonly stored: Sum;
}

/** A part of a backup is missing, or is not what was written. */
export class DamagedBackup extends Error {}

/** Adds up what goes by. */
export class Adding {
  private bytes = 0;
  private readonly hash = createHash('sha256');

  async *pass<Chunk extends string | Uint8Array>(content: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    for await (const chunk of content) {
      this.hash.update(chunk);
      this.bytes += Buffer.byteLength(chunk);
      yield chunk;
    }
  }

  /** May be asked once, at the end. */
  sum(): Sum {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

export async function sumOf(content: AsyncIterable<Uint8Array>): Promise<Sum> {
  const adding = new Adding();
  for await (const chunk of adding.pass(content)) void chunk;
  return adding.sum();
}

/** A stronger compression takes several times as long, for a tenth of the size. */
const LEVEL = 3;

export async function storePacked(
  place: BackupPlace,
  path: string,
  content: AsyncIterable<string | Uint8Array>,
): Promise<StoredSum> {
  const [plain, packed] = [new Adding(), new Adding()];
  // When one side fails, the pipeline aborts the other, and may report only that.
  const failures: unknown[] = [];
  const note = (error: unknown): never => {
    failures.push(error);
    throw error;
  };
  await ended(noting(plain.pass(content), note), createGzip({ level: LEVEL }), (zipped: AsyncIterable<Uint8Array>) =>
    place.write(path, packed.pass(zipped)).catch(note),
  ).catch((error: unknown) => {
    throw failures[0] ?? error;
  });
  return { ...plain.sum(), stored: packed.sum() };
}

async function* noting<T>(content: AsyncIterable<T>, note: (error: unknown) => never): AsyncGenerator<T> {
  try {
    yield* content;
  } catch (error) {
    note(error);
  }
}

/** @throws DamagedBackup at the end, if what was read is not what was written */
export async function* readPacked(place: BackupPlace, path: string, expected: StoredSum): AsyncGenerator<Buffer> {
  const [plain, packed] = [new Adding(), new Adding()];
  const unzipped = createGunzip();
  pipeline(packed.pass(await present(place, path)), unzipped, () => undefined); // who reads `unzipped` gets its error
  try {
    yield* plain.pass(unzipped as AsyncIterable<Buffer>); // safe: zlib makes buffers
  } catch (error) {
    throw new DamagedBackup(`${path} cannot be read: ${inOneLine(error)}`, { cause: error });
  }
  if (!isSame(packed.sum(), expected.stored) || !isSame(plain.sum(), expected)) throw new DamagedBackup(`${path} was changed`);
}

/** @throws DamagedBackup when there is no such file */
export async function present(place: BackupPlace, path: string): Promise<AsyncIterable<Uint8Array>> {
  const content = await place.read(path);
  if (content === null) throw new DamagedBackup(`${path} is missing`);
  return content;
}

export function isSame(one: Sum, other: Sum): boolean {
  return one.bytes === other.bytes && one.sha256 === other.sha256;
}
