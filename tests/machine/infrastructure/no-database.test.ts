import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, expectRefusal } from '../../support/command-line.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'no-database-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const REFUSED = [
  ['shop', 'list'],
  ['migrate', 'status'],
  ['migrate', 'down'],
  ['backup', '--to', 'backups'],
  ['wake', '--list'],
  ['shop', 'suspend', '0192f0c1-2a3b-7c4d-8e5f-60718293a4b5'],
];

it.each(REFUSED.map((words) => words.join(' ')))('`%s` says that there is no database, and makes none', async (line) => {
  const ran = await command({ DATA_DIR: join(folder, 'data') }, ...line.split(' '), '--json');
  expectRefusal(ran, 1, `there is no database in ${join(folder, 'data')}: npm start makes one`);
  expect(await readdir(folder)).toEqual([]);
});

it('a folder without a cluster, and a link that leads nowhere, are no database', async () => {
  const there = join(folder, 'postgres');
  await mkdir(there);
  expectRefusal(await command({ DATA_DIR: folder }, 'shop', 'list', '--json'), 1, 'there is no database in');
  await rm(there, { recursive: true });
  await symlink(join(folder, 'nowhere'), there);
  expectRefusal(await command({ DATA_DIR: folder }, 'shop', 'list', '--json'), 1, 'there is no database in');
});
