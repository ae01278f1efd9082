import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const EXAMPLE = 'examples/house-rules';

/** The lines of the page's code that no file of the example has. */
async function linesThatDiffer(page: string): Promise<string[]> {
  const files = (await readdir(EXAMPLE, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(files.map((name) => readFile(join(EXAMPLE, name), 'utf8')));
  const known = new Set(sources.flatMap((source) => source.split('\n').map((line) => line.trim())));
  const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  return blocks
    .filter((code) => !code.startsWith('declare module'))
    .flatMap((code) => code.split('\n').map((line) => line.trim()))
    .filter((line) => line !== '' && !known.has(line));
}

it('the page shows the code of the example', async () => {
  const page = await readFile('docs/extending.md', 'utf8');
  expect(await linesThatDiffer(page)).toEqual([]);
  expect(await linesThatDiffer(page.replaceAll('createLead', 'makeLead'))).not.toEqual([]);
});
