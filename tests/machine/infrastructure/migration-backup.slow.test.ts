import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { shopOps, type Ran } from '../../support/command-line.js';

jest.setTimeout(300_000);

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'migration-backup-test-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const cli = (folder: string, ...args: string[]): Promise<Ran> =>
  shopOps(
    { DATA_DIR: join(root, folder), LOG_LEVEL: 'silent', DEMO: 'off', SIGNING_KEYS: 'a-signing-key-of-the-tests' },
    ...args,
  );
const saved = (): Promise<string[]> => readdir(join(root, 'here', 'backups'));

test('the embedded database is saved before its tables are changed, three times, and goes to another PostgreSQL through that', async () => {
  const made = await cli('here', 'shop', 'create', '--name', 'Northside', '--json');
  expect(made.exitCode).toBe(0);
  const before: string[][] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    expect(await cli('here', 'migrate', 'down')).toMatchObject({ exitCode: 0 });
    expect(await cli('here', 'migrate', 'up')).toMatchObject({ exitCode: 0 });
    before.push(await saved());
  }
  expect(before.map(({ length }) => length)).toEqual([1, 2, 3, 3]);
  const newest = (await saved()).sort().at(-1) ?? '';
  // The backup is that of the state before the newest migration, and the restore carries it out.
  expect(await cli('there', 'restore', join(root, 'here', 'backups', newest))).toMatchObject({ exitCode: 0 });
  expect((await cli('there', 'shop', 'list', '--json')).document).toEqual((await cli('here', 'shop', 'list', '--json')).document);
  expect((await cli('there', 'migrate', 'status', '--json')).document).toMatchObject({ pending: 0 });
});

test('no backup is made of a new database, or where the setting says so', async () => {
  expect(await cli('there-too', 'migrate', 'up')).toMatchObject({ exitCode: 0 });
  await expect(readdir(join(root, 'there-too', 'backups'))).rejects.toThrow('ENOENT');
});
