import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { areas } from '../../application/areas.js';

const LAYOUT = /^([a-z-]+\.(table|kind|pages|reads|erasure)|postgres-[a-z-]+|\d{13}-[a-z-]+|storage)\.ts$/;
/** Files that do not have such a name: two adapters that wrap another adapter. */
const OTHERS = ['access/remembered-api-keys.ts', 'vehicles/remembering-vin-decoder.ts'];

it('the files of every area in persistence have the names that the guide lists', async () => {
  const found: string[] = [];
  for (const { name } of areas) {
    const folder = name.replaceAll('_', '-');
    const path = join('adapters/persistence', folder);
    if (existsSync(path)) found.push(...(await readdir(path)).map((file) => `${folder}/${file}`));
  }
  expect(found).toEqual(expect.arrayContaining(OTHERS));
  const misnamed = found.filter((file) => !OTHERS.includes(file) && !LAYOUT.test(file.split('/')[1] ?? ''));
  expect(misnamed).toEqual([]);
});
