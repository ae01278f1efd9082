import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { expectRefusal } from '../../support/command-line.js';
import { backedUp, type BackedUp } from './backed-up.js';

jest.setTimeout(600_000);

/** 1 tries every table and every stored file, which takes minutes. */
const EVERY = Number(process.env['EVERY'] ?? '7');

let world: BackedUp;

beforeAll(async () => {
  world = await backedUp();
});
afterAll(() => world.close());

/** All files of the backup: its manifest, its tables, its list of files, and the stored files. */
async function parts(): Promise<string[]> {
  const found = await readdir(world.place(), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** The parts that are there once, and one of EVERY others. */
function chosen(all: readonly string[]): string[] {
  const isOneOfMany = (part: string): boolean => part.endsWith('.copy.gz') || part.startsWith(world.place('backups/files'));
  const [many, single] = [all.filter(isOneOfMany), all.filter((part) => !isOneOfMany(part))];
  return [...single, ...many.filter((_, index) => index % EVERY === 0)];
}

test('a flipped bit is found in whatever part of a backup', async () => {
  const all = await parts();
  expect(all.filter((part) => part.endsWith('.copy.gz'))).toHaveLength(world.made.tables);
  for (const [index, part] of chosen(all).entries()) {
    const before = await readFile(part);
    const after = Buffer.from(before);
    // The places differ, so that the heads and the ends of files are among them.
    const place = [4, Math.floor(before.length / 2), before.length - 1][index % 3] ?? 0;
    after[place] = (after[place] ?? 0) ^ (1 << (index % 8));
    await writeFile(part, after);
    const ran = await world.cli(world.here.databaseUrl, 'backup', 'verify', world.made.path, '--json');
    expectRefusal(ran, 1, /was changed|cannot be read/);
    await writeFile(part, before);
  }
  expect(await world.cli(world.here.databaseUrl, 'backup', 'verify', world.made.path)).toMatchObject({ exitCode: 0 });
});

test('rows that the database refuses are a damaged backup, too', async () => {
  const part = (await parts()).find((path) => path.endsWith('shops.copy.gz')) ?? '';
  const before = await readFile(part);
  await writeFile(part, gzipSync('no shop\n'));
  const ran = await world.cli(world.here.databaseUrl, 'backup', 'verify', world.made.path, '--json');
  expectRefusal(ran, 1, /shops\.copy\.gz was changed/);
  await writeFile(part, before);
});
