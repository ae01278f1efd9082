import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, systemCodeOf } from '../system-errors.js';
import { synchronize } from './disk-files.js';
import { makeFolder } from './made-folder.js';
import { writeWhole } from './replaceable-file.js';

/** A folder or a bucket with backups. Paths in it have slashes, also on Windows. */
export interface BackupPlace {
  /** for people, such as `/backups` or `s3://bucket/backups` */
  readonly address: string;
  /** The names that lie directly in a folder of the place. @param folder '': the place itself */
  list(folder: string): Promise<string[]>;
  /** The bytes of a file. Null: there is no such file. */
  sizeOf(path: string): Promise<number | null>;
  /** Null: there is no such file. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Stores a file whole or not at all. */
  write(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void>;
  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): Promise<void>;
  /** The folder in which a new backup is written. */
  draftOf(name: string): string;
  /** Gives a written backup its name. */
  publish(name: string): Promise<void>;
}

/** A place on a disk. Only the account that makes the backups may read them. */
export class BackupFolder implements BackupPlace {
  constructor(readonly address: string) {}

  async list(folder: string): Promise<string[]> {
    return orElse([], readdir(this.at(folder)), ['ENOENT']);
  }

  async sizeOf(path: string): Promise<number | null> {
    return (await orElse(null, stat(this.at(path))))?.size ?? null;
  }

  async read(path: string): Promise<AsyncIterable<Uint8Array> | null> {
    return (await this.sizeOf(path)) !== null ? createReadStream(this.at(path)) : null;
  }

  async write(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
    await makeFolder(dirname(this.at(path)), 0o700).catch((error: unknown) => {
      throw new Error(
        `no folder can be made in ${this.address}: ${isInTheWay(error) ? 'a file is in its way' : messageOf(error)}`,
        { cause: error },
      );
    });
    await writeWhole(this.at(path), content);
  }

  async remove(path: string): Promise<void> {
    await rm(this.at(path), { recursive: true, force: true });
  }

  draftOf(name: string): string {
    return `unfinished-${name}`;
  }

  async publish(name: string): Promise<void> {
    await synchronize(this.at(this.draftOf(name)));
    await rename(this.at(this.draftOf(name)), this.at(name));
    await synchronize(this.address);
  }

  private at(path: string): string {
    return join(this.address, path);
  }
}

/** A path below a file leads nowhere, either. */
const ABSENT = ['ENOENT', 'ENOTDIR'];

function isInTheWay(error: unknown): boolean {
  return ['EEXIST', 'ENOTDIR'].includes(systemCodeOf(error));
}

async function orElse<T>(absent: T, found: Promise<T>, codes = ABSENT): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (codes.includes(systemCodeOf(error))) return absent;
    throw error;
  }
}
