import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const EXAMPLES = ['examples/house-rules', 'examples/loyalty'];

/** The lines of the page's code that no file of the examples has. */
async function linesThatDiffer(page: string): Promise<string[]> {
  const folders = await Promise.all(EXAMPLES.map((folder) => filesIn(folder)));
  const sources = await Promise.all(folders.flat().map((file) => readFile(file, 'utf8')));
  const known = new Set(sources.flatMap((source) => source.split('\n').map((line) => line.trim())));
  const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  return blocks
    .filter((code) => !code.startsWith('declare module'))
    .flatMap((code) => code.split('\n').map((line) => line.trim()))
    .filter((line) => line !== '' && !known.has(line));
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
}

it('the page shows the code of the examples', async () => {
  const page = await readFile('docs/extending.md', 'utf8');
  expect(await linesThatDiffer(page)).toEqual([]);
  expect(await linesThatDiffer(page.replaceAll('createLead', 'makeLead'))).not.toEqual([]);
});
