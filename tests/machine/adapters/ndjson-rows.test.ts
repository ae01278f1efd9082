import fc from 'fast-check';
import { ndjsonRows } from '../../../adapters/files/import-file-source.js';
import { BEGINNING, type ImportPosition, type SourceRow } from '../../../application/transfer/import-source.js';
import { chunksOf } from '../../support/chunks.js';

async function read(file: string | Buffer, from: ImportPosition = BEGINNING, pieceSize = 7): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  for await (const some of ndjsonRows(chunksOf(file, pieceSize), from)) for (const row of some) rows.push(row);
  return rows;
}

async function shown(file: string | Buffer): Promise<unknown[][]> {
  return (await read(file)).map((row) => ('problem' in row ? [row.line, row.problem.reason] : [row.line, row.values]));
}

const GOOD = { name: 'Zoë' };

it.each([
  ['LF', '{"name":"Zoë"}\n{"name":"Zoë"}\n'],
  ['CRLF', '{"name":"Zoë"}\r\n{"name":"Zoë"}\r\n'],
  ['a byte-order mark and no line break at its end', '\ufeff{"name":"Zoë"}\n{"name":"Zoë"}'],
])('rows are read with %s', async (_, file) => {
  expect(await shown(file)).toEqual([
    [1, GOOD],
    [2, GOOD],
  ]);
});

it('comments before the first row, and blank lines anywhere, are skipped', async () => {
  expect(await shown('# an example\n\n{"name":"Zoë"}\n\n \r\n{"name":"Zoë"}\n# late\n')).toEqual([
    [3, GOOD],
    [6, GOOD],
    [7, 'is not valid JSON'],
  ]);
});

it.each([
  ['no JSON', '{"name":', 'is not valid JSON'],
  ['two values', '{"name":"A"}{"name":"B"}', 'is not valid JSON'],
  ['no object', '["name"]', 'must be a JSON object'],
  ['null', 'null', 'must be a JSON object'],
  ['nesting beyond reason', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'must not be nested deeper than 32 levels'],
  ['another encoding', Buffer.from('{"name":"Zo\xeb"}', 'latin1'), 'is not UTF-8'],
  ['5 MB that begin with blanks', Buffer.from(`${' '.repeat(5 * 1024 * 1024)}{"name":"Zoë"}`), 'is longer than 4 MB'],
  ['10 MB', Buffer.from(`{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`), 'is longer than 4 MB'],
])('a line with %s makes only itself fail', async (_, line, reason) => {
  const file = Buffer.concat([Buffer.from('{"name":"Zoë"}\n'), Buffer.from(line), Buffer.from('\n{"name":"Zoë"}\n')]);
  expect(await shown(file)).toEqual([
    [1, GOOD],
    [2, reason],
    [3, GOOD],
  ]);
});

it('rows are the same for any size of chunks, and from any row on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), { maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      async (rows, size) => {
        const file = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        const all = await read(file, BEGINNING, size);
        expect(all.map((row) => ('values' in row ? row.values : row.problem))).toEqual(
          rows.map((row) => JSON.parse(JSON.stringify(row)) as object),
        );
        for (const [index, { next }] of all.entries()) expect(await read(file, next, size)).toEqual(all.slice(index + 1));
      },
    ),
    { numRuns: 50 },
  );
});
