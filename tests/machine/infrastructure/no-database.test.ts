import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, expectRefusal } from '../../support/command-line.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'no-database-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['shop', 'list'],
  ['migrate', 'status'],
  ['backup', '--to', 'backups'],
])('`%s %s` says that there is no database, and makes none', async (...words) => {
  const ran = await command({ DATA_DIR: join(folder, 'data') }, ...words, '--json');
  expectRefusal(ran, 1, `there is no database in ${join(folder, 'data')}: npm start makes one`);
  expect(await readdir(folder)).toEqual([]);
});
