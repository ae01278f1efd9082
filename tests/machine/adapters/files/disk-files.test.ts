import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskFiles } from '../../../../adapters/files/disk-files.js';
import type { MediaFileId, ShopId } from '../../../../domain/shared/id.js';
import { chunksOf } from '../../../support/chunks.js';
import { putWithLimit } from './full-disk.js';
import { openDisk, type OpenedDisk } from '../../../support/opened-storage.js';

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const newFile = () => randomUUID() as MediaFileId; // a UUID is an id
const shop = randomUUID() as ShopId; // a UUID is an id

let disk: OpenedDisk;

beforeEach(async () => {
  disk = await openDisk();
});
afterEach(() => disk.close());

const put = (storage: OpenedDisk['storage'], content = 'x', file = newFile()) =>
  storage.put(shop, file, chunksOf(content, 100)(0));

/** The open files of this process in the folder of the storage. */
function openFiles(): string[] {
  const links = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return []; // it has been closed in the meantime
    }
  });
  return links.filter((link) => link.startsWith(disk.root));
}

describe('files on the disk', () => {
  it('lie under their shop and their id, for the eyes of the service’s account only', async () => {
    const file = newFile();
    await put(disk.storage, 'x', file);
    const folders = [disk.root, join(disk.root, shop), join(disk.root, shop, file.slice(-2))];
    expect(await disk.kept()).toEqual([join(disk.root, shop, file.slice(-2), file)]);
    for (const folder of folders.slice(1)) expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(disk.root, shop, file.slice(-2), file))).mode & 0o777).toBe(0o600);
  });

  it('make their folder, also when it was removed', async () => {
    const storage = new DiskFiles(join(disk.root, 'not', 'yet'));
    await put(storage);
    expect((await stat(join(disk.root, 'not'))).mode & 0o777).toBe(0o700);
    await disk.close();
    expect(await put(storage)).toBe(1);
  });

  it('are open only while they are read, so that a reader who stops holds none', async () => {
    const file = newFile();
    await disk.storage.put(shop, file, chunksOf(randomBytes(MIB), MIB)(0));
    let pieces = 0;
    for await (const _ of (await disk.storage.read(shop, file)) ?? []) {
      pieces += 1;
      expect(openFiles()).toEqual([]);
    }
    expect(pieces).toBeGreaterThan(1);
  });

  it('end with an error when they are deleted meanwhile, so that nobody takes the beginning for the whole', async () => {
    const file = newFile();
    await disk.storage.put(shop, file, chunksOf(randomBytes(MIB), MIB)(0));
    const read = async (): Promise<void> => {
      for await (const _ of (await disk.storage.read(shop, file)) ?? []) await disk.storage.delete(shop, file);
    };
    await expect(read()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('end the content when the folder cannot be written to', async () => {
    const blocked = join(disk.root, 'blocked');
    await writeFile(blocked, 'a file where the folder should be');
    let ended = false;
    const content = (async function* () {
      try {
        yield await Promise.resolve(randomBytes(10));
      } finally {
        ended = true;
      }
    })();
    await expect(new DiskFiles(blocked).put(shop, newFile(), content)).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(ended).toBe(true);
  });
});

describe('the parts that killed processes left', () => {
  const parts = () => readdir(join(disk.root, '.parts'));

  it('are removed when they are older than an hour, at the first file and then once an hour', async () => {
    await mkdir(join(disk.root, '.parts'));
    const now = Date.now();
    let passed = 0;
    const leave = async (name: string, ageMs: number) => {
      await writeFile(join(disk.root, '.parts', name), 'half');
      await utimes(join(disk.root, '.parts', name), new Date(now - ageMs), new Date(now - ageMs));
    };
    const storage = new DiskFiles(disk.root, () => now + passed);
    await leave('old', HOUR_MS + 60_000);
    await leave('young', HOUR_MS - 60_000);
    await put(storage);
    expect(await parts()).toEqual(['young']);
    passed = 120_000;
    await put(storage);
    expect(await parts()).toEqual(['young']);
    passed = HOUR_MS;
    await put(storage);
    expect(await parts()).toEqual([]);
  });

  it('are no error when they cannot be removed', async () => {
    await mkdir(join(disk.root, '.parts', 'a folder'), { recursive: true });
    await utimes(join(disk.root, '.parts', 'a folder'), new Date(0), new Date(0));
    expect(await put(disk.storage)).toBe(1);
  });
});

describe('a full disk', () => {
  it('is a full storage: nothing of the file is kept, and a smaller one is stored', async () => {
    const results = await putWithLimit(disk.root, MIB, [10_000, 3 * MIB, MIB]);
    expect(results).toEqual([10_000, 'StorageFull: EFBIG', MIB]);
    const kept = await disk.kept();
    expect((await Promise.all(kept.map(async (path) => (await stat(path)).size))).sort()).toEqual([10_000, MIB]);
    expect(kept.filter((path) => path.includes('.parts'))).toEqual([]);
  });
});
