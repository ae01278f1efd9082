import { readFile } from 'node:fs/promises';

/** The most words of each table, by its heading. */
const MOST: Readonly<Record<string, number>> = { 'Use case': 25, Table: 25, 'Background work': 12 };

const page = await readFile('docs/adding-an-operation.md', 'utf8');
const tables = page.slice(page.indexOf('## The words')).matchAll(/^\| (.+) \| Word \| Its file \|\n\|.*\n((?:\|.*\n?)+)/gm);
const listed = [...tables].map(([, heading = '', rows = '']) => ({
  heading,
  words: [...rows.matchAll(/^\| .* \| (.+) \| `(.+)` \|$/gm)].flatMap(([, words = '', file = '']) =>
    [...words.matchAll(/`(\w+)`/g)].map(([, word = '']) => ({ word, file })),
  ),
}));

describe('the words of a newcomer', () => {
  it('are few', () => {
    expect(Object.fromEntries(listed.map(({ heading, words }) => [heading, words.length <= (MOST[heading] ?? 0)]))).toEqual(
      Object.fromEntries(Object.keys(MOST).map((heading) => [heading, true])),
    );
  });

  it.each(listed.flatMap(({ words }) => words))('$word is exported by $file', async ({ word, file }) => {
    expect(await readFile(file, 'utf8')).toMatch(
      new RegExp(`^export (abstract |async )?(const|function|class|interface|type) ${word}\\b`, 'm'),
    );
  });
});
