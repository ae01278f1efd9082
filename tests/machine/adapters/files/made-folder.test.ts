import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../../../adapters/files/made-folder.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'made-folder-test-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a folder is made with those above it, once and again', async () => {
  const path = join(root, 'a', 'b', 'c');
  await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700)]);
  await makeFolder(path);
  expect((await stat(join(root, 'a'))).mode & 0o777).toBe(0o700);
});

it('a folder is refused where a file is, and below one', async () => {
  await writeFile(join(root, 'file'), '');
  await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(root, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it('a folder is refused by a file system that makes none', async () => {
  await expect(makeFolder('/proc/of-nobody')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(makeFolder('/proc/of-nobody/below')).rejects.toMatchObject({ code: 'ENOENT' });
});
