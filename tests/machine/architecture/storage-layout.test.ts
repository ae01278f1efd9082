import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LAYOUT = /^([a-z-]+\.(entity|pages)|postgres-[a-z-]+|storage)\.ts$/;
/** Files that do not have such a name: two adapters that wrap another adapter. */
const OTHERS = ['access/remembered-api-keys.ts', 'outgoing/remembered-pauses.ts', 'vehicles/remembering-vin-decoder.ts'];

it('the files of every area in adapters have the names that the guide lists', async () => {
  const found: string[] = [];
  for (const { name: folder } of (await readdir('adapters/areas', { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  ))
    found.push(...(await readdir(join('adapters/areas', folder))).map((file) => `${folder}/${file}`));
  expect(found).toEqual(expect.arrayContaining(OTHERS));
  const misnamed = found.filter((file) => !OTHERS.includes(file) && !LAYOUT.test(file.split('/')[1] ?? ''));
  expect(misnamed).toEqual([]);
});

/** What adapters may know of the domain's errors: that the database cannot be used, and how to say it. */
const TECHNICAL = new Set(['Unavailable', 'TookTooLong', 'ShopError', 'NOTHING_CHANGED', 'OUTCOME_UNKNOWN']);

/** Returns the refusals that a source imports, besides the technical ones. */
function refusalsIn(source: string): string[] {
  const imports = [...source.matchAll(/import (?:type )?\{([^}]*)\} from '[^']*domain\/shared\/errors\.js'/g)];
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.replace('type ', '').trim()));
  return names.filter((name) => name !== '' && !TECHNICAL.has(name));
}

it('no adapter of the database refuses a call: it answers with rows, null or an error of its port', async () => {
  const files: string[] = [];
  for (const root of ['adapters/areas', 'adapters/storage', 'adapters/postgres'])
    for (const file of await readdir(root, { recursive: true })) if (file.endsWith('.ts')) files.push(join(root, file));
  expect(files.length).toBeGreaterThan(100);
  const refusing = await Promise.all(
    files.map(async (file) => refusalsIn(await readFile(file, 'utf8')).map((name) => `${file}: ${name}`)),
  );
  expect(refusing.flat()).toEqual([]);
});

it('a refusal in an adapter is found', () => {
  const planted = "import { NotFound, Unavailable } from '../../../domain/shared/errors.js';";
  expect(refusalsIn(planted)).toEqual(['NotFound']);
});
