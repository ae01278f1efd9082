import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { MediaFolder } from '../../../adapters/files/media-folder.js';
import { WrongContent } from '../../../application/areas/media/media-manifest.js';
import type { MediaFileId } from '../../../domain/shared/id.js';

const NAME = randomUUID() as MediaFileId; // safe: an id is a UUID
const SHA256_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

let path: string;
let folder: MediaFolder;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'media-folder-'));
  folder = new MediaFolder(path);
});
afterEach(() => rm(path, { recursive: true, force: true }));

/** Content in chunks. @param end what happens after them */
async function* content(chunks: readonly string[], end: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
  end();
}

describe('writing a file', () => {
  test('tells its length and SHA-256', async () => {
    expect(await folder.write(NAME, content(['a', 'bc']), 3)).toEqual({ bytes: 3, sha256: SHA256_OF_ABC });
    expect(await readFile(join(path, NAME), 'utf8')).toBe('abc');
  });

  test('that breaks off, is too long or too short leaves nothing, and keeps an earlier file', async () => {
    const broken = content(['a'], () => {
      throw new Error('the storage is gone');
    });
    await expect(folder.write(NAME, broken, 3)).rejects.toThrow('the storage is gone');
    await expect(folder.write(NAME, content(['abc', 'd']), 3)).rejects.toThrow(new WrongContent('is longer than 3 bytes'));
    expect(await readdir(path)).toEqual([]);
    await folder.write(NAME, content(['abc']), 3);
    await expect(folder.write(NAME, content(['xy']), 3)).rejects.toThrow(new WrongContent('has 2 instead of 3 bytes'));
    expect(await readdir(path)).toEqual([NAME]);
    expect(await readFile(join(path, NAME), 'utf8')).toBe('abc');
  });

  test('under a name that is no id is an error', async () => {
    const name = '../above' as MediaFileId; // the test breaks the promise of the type
    await expect(folder.write(name, content(['abc']), 3)).rejects.toThrow('this is no id of a file');
    await expect(buffer(folder.read(name, { bytes: 3, sha256: SHA256_OF_ABC }))).rejects.toThrow('this is no id of a file');
  });

  test('ends when it is told to stop, and leaves nothing', async () => {
    const stop = new AbortController();
    const stopped = content(['a', 'b'], () => {
      stop.abort(new Error('stopped'));
    });
    await expect(new MediaFolder(path, stop.signal).write(NAME, stopped, 2)).rejects.toThrow();
    expect(await readdir(path)).toEqual([]);
  });
});

describe('reading a file', () => {
  const read = (bytes: number, sha256 = SHA256_OF_ABC): Promise<Buffer> => buffer(folder.read(NAME, { bytes, sha256 }));

  test('gives its bytes if they are the expected ones', async () => {
    await writeFile(join(path, NAME), 'abc');
    expect((await read(3)).toString()).toBe('abc');
    await expect(read(2)).rejects.toThrow(new WrongContent('is longer than 2 bytes'));
    await expect(read(4)).rejects.toThrow(new WrongContent('has 3 instead of 4 bytes'));
    await expect(read(3, 'a'.repeat(64))).rejects.toThrow(new WrongContent('has another SHA-256'));
  });

  test('does not read more of a longer file than is expected', async () => {
    await writeFile(join(path, NAME), Buffer.alloc(1_000_000));
    let received = 0;
    const reading = (async () => {
      for await (const chunk of folder.read(NAME, { bytes: 70_000, sha256: SHA256_OF_ABC })) received += chunk.byteLength;
    })();
    await expect(reading).rejects.toThrow('is longer than 70000 bytes');
    expect(received).toBeLessThanOrEqual(70_000);
  });

  test('does not wait for a pipe', async () => {
    execFileSync('mkfifo', [join(path, NAME)]);
    await expect(read(3)).rejects.toThrow(new WrongContent('is not a file'));
  });
});
