import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { BytePart } from '../../../../application/areas/media/file-storage.js';
import type { MediaFileId, ShopId } from '../../../../domain/shared/id.js';
import { chunksOf } from '../../../support/chunks.js';
import { openBucket, openDisk, type OpenedStorage } from '../../../support/opened-storage.js';

const MIB = 1024 * 1024;
const newFile = () => randomUUID() as MediaFileId; // a UUID is an id
const newShop = () => randomUUID() as ShopId; // a UUID is an id
const contentOf = (bytes: Buffer, chunk = 64 * 1024) => chunksOf(bytes, chunk)(0);

async function* broken(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield* contentOf(bytes);
  throw new Error('the line broke');
}

const STORAGES: readonly (readonly [string, () => Promise<OpenedStorage>])[] = [
  ['the disk', openDisk],
  ['S3', () => openBucket()],
];

describe.each(STORAGES)('files on %s', (_, open) => {
  let opened: OpenedStorage;
  const shop = newShop();

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const put = (file: MediaFileId, bytes: Buffer, owner = shop) => opened.storage.put(owner, file, contentOf(bytes));
  const read = async (file: MediaFileId, part?: BytePart, owner = shop): Promise<Buffer | null> => {
    const content = await opened.storage.read(owner, file, part);
    return content && buffer(content);
  };

  it.each([
    ['no byte', 0],
    ['one byte', 1],
    ['10 MiB', 10 * MIB],
    ['10 MiB and a byte', 10 * MIB + 1],
  ])('keep %s', async (_name, length) => {
    const file = newFile();
    const bytes = randomBytes(length);
    expect(await put(file, bytes)).toBe(length);
    expect((await read(file))?.equals(bytes)).toBe(true);
  });

  it('come in chunks of any size', async () => {
    const file = newFile();
    const bytes = randomBytes(3000);
    expect(await opened.storage.put(shop, file, contentOf(bytes, 1))).toBe(3000);
    expect((await read(file))?.equals(bytes)).toBe(true);
  });

  it('are read in parts: both ends belong to the part, and a part ends with its file', async () => {
    const file = newFile();
    const bytes = randomBytes(MIB);
    await put(file, bytes);
    for (const [first, last] of [
      [0, 0],
      [0, MIB - 1],
      [1, 2],
      [65_535, 65_536],
      [500_000, 900_000],
      [MIB - 1, MIB - 1],
      [MIB - 10, MIB + 10],
      [MIB, MIB],
    ] as const) {
      expect((await read(file, { first, last }))?.equals(bytes.subarray(first, last + 1))).toBe(true);
    }
  });

  it('are null where there is none, also with the id of another shop’s file', async () => {
    const file = newFile();
    await put(file, Buffer.from('ours'));
    expect(await read(newFile())).toBeNull();
    expect(await read(newFile(), { first: 0, last: 1 })).toBeNull();
    expect(await read(file, undefined, newShop())).toBeNull();
  });

  it('are replaced as a whole', async () => {
    const file = newFile();
    await put(file, randomBytes(MIB));
    expect(await put(file, Buffer.from('shorter'))).toBe(7);
    expect(String(await read(file))).toBe('shorter');
  });

  it.each([
    ['at once', 0],
    ['after one byte', 1],
    ['after 7 MiB', 7 * MIB],
    ['after 20 MiB', 20 * MIB],
  ])('leave nothing when their content breaks %s, and what was there stays', async (_name, length) => {
    const before = [...(await opened.kept())].sort();
    const file = newFile();
    await expect(opened.storage.put(shop, file, broken(randomBytes(length)))).rejects.toThrow('the line broke');
    expect(await read(file)).toBeNull();
    expect([...(await opened.kept())].sort()).toEqual(before);
    await put(file, Buffer.from('before'));
    await expect(opened.storage.put(shop, file, broken(randomBytes(length)))).rejects.toThrow('the line broke');
    expect(String(await read(file))).toBe('before');
    await opened.storage.delete(shop, file);
    expect([...(await opened.kept())].sort()).toEqual(before);
  });

  it('are invisible until they are whole', async () => {
    const file = newFile();
    const seen: (Buffer | null)[] = [];
    await opened.storage.put(
      shop,
      file,
      (async function* () {
        for (let index = 0; index < 3; index++) {
          yield randomBytes(5 * MIB);
          seen.push(await read(file));
        }
      })(),
    );
    expect(seen).toEqual([null, null, null]);
    expect(await read(file)).toHaveLength(15 * MIB);
  });

  it('are whole when several puts of one file meet', async () => {
    const file = newFile();
    const all = Array.from({ length: 8 }, (_each, index) => Buffer.alloc(200_000 + index, index));
    expect(await Promise.all(all.map((bytes) => put(file, bytes)))).toEqual(all.map(({ length }) => length));
    const end = await read(file);
    expect(all.filter((bytes) => end?.equals(bytes))).toHaveLength(1);
  });

  it('can be left in the middle, or before they begin', async () => {
    const file = newFile();
    await put(file, randomBytes(2 * MIB));
    for (let times = 0; times < 60; times++) {
      const content = await opened.storage.read(shop, file);
      const chunks = content?.[Symbol.asyncIterator]();
      if (times % 2 === 0) expect((await chunks?.next())?.done).toBe(false);
      expect(await chunks?.return?.()).toMatchObject({ done: true });
      expect((await chunks?.next())?.done).toBe(true);
    }
    expect(await read(file)).toHaveLength(2 * MIB);
  });

  it('are deleted, also twice', async () => {
    const [file, other] = [newFile(), newFile()];
    await put(file, Buffer.from('x'));
    await put(other, Buffer.from('y'));
    await opened.storage.delete(shop, file);
    await opened.storage.delete(shop, file);
    expect(await read(file)).toBeNull();
    expect(String(await read(other))).toBe('y');
  });

  it('of a shop are all deleted, and those of another shop stay', async () => {
    const [one, two] = [newShop(), newShop()];
    const files = Array.from({ length: 20 }, newFile);
    for (const file of files) for (const owner of [one, two]) await put(file, Buffer.from('x'), owner);
    const before = await opened.kept();
    await opened.storage.deleteAll(one);
    for (const file of files) {
      expect(await read(file, undefined, one)).toBeNull();
      expect(String(await read(file, undefined, two))).toBe('x');
    }
    expect(await opened.kept()).toHaveLength(before.length - files.length);
    await opened.storage.deleteAll(one);
    await opened.storage.deleteAll(newShop());
    expect(await opened.kept()).toHaveLength(before.length - files.length);
  });

  it.each(['', '.', '..', '../../etc/passwd', '0191e3a0-0000-7000-8000-000000000001/x', '0191E3A0-0000-7000-8000-000000000001'])(
    'have ids and no names: %j is refused',
    async (name) => {
      const wrong = name as MediaFileId & ShopId; // the test gives a wrong id on purpose
      const right = newFile();
      const before = await opened.kept();
      await expect(put(wrong, Buffer.from('x'))).rejects.toThrow('no id');
      await expect(put(right, Buffer.from('x'), wrong)).rejects.toThrow('no id');
      await expect(read(wrong)).rejects.toThrow('no id');
      await expect(read(right, undefined, wrong)).rejects.toThrow('no id');
      await expect(opened.storage.delete(shop, wrong)).rejects.toThrow('no id');
      await expect(opened.storage.deleteAll(wrong)).rejects.toThrow('no id');
      expect(await opened.kept()).toEqual(before);
    },
  );
});
