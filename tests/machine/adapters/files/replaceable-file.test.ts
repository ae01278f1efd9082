import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '../../../../adapters/files/replaceable-file.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'replaceable-file-test-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a file in a folder that is not there is refused with the name of the folder', async () => {
  const folder = join(root, 'of-nobody');
  const content = async function* () {
    yield await Promise.resolve('text');
  };
  await expect(writeWhole(join(folder, 'file'), content())).rejects.toThrow(`there is no folder ${folder}`);
});
