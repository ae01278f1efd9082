import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { csvRows } from '../../../adapters/files/csv-rows.js';
import { BEGINNING, type ImportPosition, type SourceRow } from '../../../application/transfer/import-source.js';
import { chunksOf } from '../../support/chunks.js';

const KNOWN = new Set(['name', 'email', 'notes']);

async function read(
  file: string | Buffer,
  { from = BEGINNING, pieceSize = 7 }: { from?: ImportPosition; pieceSize?: number } = {},
): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  for await (const some of csvRows(chunksOf(file, pieceSize), from, KNOWN)) for (const row of some) rows.push(row);
  return rows;
}

/**
 * Returns the rows of a file: a good row as `[line, …cells]`, a bad one as `[line, reason]`. `line` is the number of its line.
 */
async function shown(file: string | Buffer): Promise<unknown[][]> {
  return (await read(file)).map((row) =>
    'problem' in row ? [row.line, row.problem.reason] : [row.line, ...Object.values(row.values)],
  );
}

const STRAY = 'a cell has a quote inside but does not begin with a quote';
const AFTER = 'a quoted cell has text after its closing quote; write a quote inside of a cell twice';
const OPEN = 'a quoted cell has no closing quote';

describe('the rows of a CSV file', () => {
  it.each([
    ['LF', 'name,email\nDana,a@b\nRobin,c@d\n'],
    ['CRLF', 'name,email\r\nDana,a@b\r\nRobin,c@d\r\n'],
    ['CR alone', 'name,email\rDana,a@b\rRobin,c@d\r'],
    ['CR alone and none at its end', 'name,email\rDana,a@b\rRobin,c@d'],
    ['CR doubled before LF', 'name,email\r\r\nDana,a@b\nRobin,c@d'],
    ['no line break at its end', 'name,email\nDana,a@b\r\nRobin,c@d'],
    ['a byte-order mark', '\ufeffname,email\nDana,a@b\nRobin,c@d'],
    ['quotes around everything', '"name","email"\r\n"Dana","a@b"\r\n"Robin","c@d"\r\n'],
    ['a header in capitals and with blanks', ' Name ,EMAIL\nDana,a@b\nRobin,c@d\n'],
  ])('are read with %s', async (_, file) => {
    expect(await shown(file)).toEqual([
      [2, 'Dana', 'a@b'],
      [3, 'Robin', 'c@d'],
    ]);
  });

  it('keep quoted commas, quotes and both kinds of line breaks', async () => {
    const file = 'name,email,notes\n"Whit, Dana","say ""hi""","one\ntwo\r\nthree"\nRobin,c@d,\n';
    expect(await shown(file)).toEqual([
      [2, 'Whit, Dana', 'say "hi"', 'one\ntwo\r\nthree'],
      [5, 'Robin', 'c@d', ''],
    ]);
  });

  it('keep quoted text, and can be read from any row on, if lines end with CR alone', async () => {
    const file = '# about\r\rname,email,notes\r"Whit, Dana",a@b,"one\ntwo\rthree"\rRobin,c@d,"x"\r';
    expect(await shown(file)).toEqual([
      [4, 'Whit, Dana', 'a@b', 'one\ntwo\nthree'],
      [6, 'Robin', 'c@d', 'x'],
    ]);
    const [first, second] = await read(file);
    expect(await read(file, { from: first!.next })).toEqual([second]);
  });

  it('keep texts that look like formulas, and texts that begin like comments', async () => {
    expect(await shown('name,email\n=1+2,@x\n#1 Garage,-5\n"=HYPERLINK(""x"")",+1\n')).toEqual([
      [2, '=1+2', '@x'],
      [3, '#1 Garage', '-5'],
      [4, '=HYPERLINK("x")', '+1'],
    ]);
  });

  it('begin after comments, and exclude blank lines', async () => {
    expect(await shown('# about\n\n# "more\nname\n\nDana\n  \r\nRobin\n')).toEqual([
      [6, 'Dana'],
      [8, 'Robin'],
    ]);
  });

  it.each([
    ['an empty file', ''],
    ['a header alone', 'name,email\n'],
    ['comments alone', '# one\n# two\n'],
    ['a lone byte-order mark', '\ufeff'],
  ])('do not exist in %s', async (_, file) => {
    expect(await read(file)).toEqual([]);
  });

  it('are the same for any size of chunks, and from any row on', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'é', '🙏', ',', '"', '\n', '\r\n', ' ', '=') })
      .map((text) => text.trim() && `x${text}`);
    const table = fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (rows, pieceSize, quoted) => {
        const file = stringify([['name', 'email', 'notes'], ...rows], { quoted, quote_record_delimiter: true });
        const all = await read(file, { pieceSize });
        expect(all.map((row) => ('values' in row ? Object.values(row.values) : row.problem))).toEqual(rows);
        const places = all.map(({ next }) => next);
        for (const [index, from] of places.entries()) expect(await read(file, { from, pieceSize })).toEqual(all.slice(index + 1));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a damaged line in a CSV file', () => {
  it.each([
    ['too few cells', 'Dana', 'has 1 cells, but the header has 2 columns'],
    ['too many cells', 'Dana,a@b,c', 'has 3 cells, but the header has 2 columns'],
    ['a quote in the middle', 'Dana "D,a@b', STRAY],
    ['quotes in the middle', 'Dana "D" W,a@b', STRAY],
    ['text after a closing quote', '"Dana" W,a@b', AFTER],
    ['an opening quote that nobody closes', '"Dana,a@b', OPEN],
    ['another encoding', Buffer.from('Zo\xeb,a@b', 'latin1'), 'is not UTF-8'],
    ['another encoding inside of quotes', Buffer.from('"Zo\xeb, D",a@b', 'latin1'), 'is not UTF-8'],
    ['5 MB that begin with blanks', Buffer.from(`${' '.repeat(5 * 1024 * 1024)}x,a@b`), 'is longer than 4 MB'],
    ['10 MB', Buffer.concat([Buffer.alloc(10 * 1024 * 1024, 'x'), Buffer.from(',a@b')]), 'is longer than 4 MB'],
  ])('makes only itself fail, with %s', async (_, line, reason) => {
    const file = Buffer.concat([
      Buffer.from('name,email\nAnn,a@a\n'),
      Buffer.from(line),
      Buffer.from('\nBob,b@b\n"Cy, C",c@c\n'),
    ]);
    expect(await shown(file)).toEqual([
      [2, 'Ann', 'a@a'],
      [3, reason],
      [4, 'Bob', 'b@b'],
      [5, 'Cy, C', 'c@c'],
    ]);
  });

  it('makes only itself fail, even if two such lines look like one cell over several lines', async () => {
    const file = 'name,email\n"Ann,a@a\nBob,b@b\n"Cy,c@c\nDee,d@d\n';
    expect(await shown(file)).toEqual([
      [2, AFTER],
      [3, 'Bob', 'b@b'],
      [4, OPEN],
      [5, 'Dee', 'd@d'],
    ]);
  });

  it('makes only its cell’s row fail, if a cell over several lines is damaged in one of them', async () => {
    const lines = [Buffer.from('name,email\n"one'), Buffer.from('Zo\xeb', 'latin1'), Buffer.from('three",x@y\nDee,d@d\n')];
    const [first, ...others] = await shown(
      Buffer.concat(lines.flatMap((line, index) => [line, Buffer.from(index < 2 ? '\n' : '')])),
    );
    expect(first).toEqual([2, 'its line 3 is not UTF-8']);
    expect(others.at(-1)).toEqual([5, 'Dee', 'd@d']);
  });

  it('is a quote that was not closed, if its cell has more than a megabyte', async () => {
    const filler = 'xx,yy\n'.repeat(300_000);
    const rows = await read(`name,email\n"Ann,a@a\n${filler}Bob,"b@b"\n`, { pieceSize: 65_536 });
    expect(rows).toHaveLength(300_002);
    expect(rows.filter((row) => 'problem' in row)).toMatchObject([
      { line: 2, problem: { reason: 'a quoted cell begins here, but its closing quote is missing' } },
    ]);
  });

  it('is reported with the first 200 characters of its text', async () => {
    const [row] = await read(`name,email\n${'é'.repeat(500)}\n`, { pieceSize: 64 });
    expect(row).toMatchObject({ problem: { column: null, value: `${'é'.repeat(200)}…` } });
  });
});

describe('a line with quotes', () => {
  it('is read as the library reads it, and refused if the library refuses it', async () => {
    const line = fc
      .string({ unit: fc.constantFrom('"', '""', ',', 'a', 'é', ' ', '\r'), minLength: 1 })
      .map((text) => `"${text}`);
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        const [row] = await read(`name,email\n${text}\n`);
        const cells = byTheLibrary(text);
        if (cells === null) expect(row).toMatchObject({ problem: { reason: expect.stringMatching(/quote/) } });
        else if (cells.length === 2) expect(row).toMatchObject({ values: { name: cells[0], email: cells[1] } });
        else expect(row).toMatchObject({ problem: { reason: `has ${cells.length} cells, but the header has 2 columns` } });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['an open quote', '"a\n'],
    ['a quote in the middle', 'a "b" c,x\n'],
    ['text after a closing quote', '"a" b,x\n'],
    ['a cell over two lines', '"a\nb",x\n'],
  ])('costs no more in a long file of such lines, or the run’s time limit would end it: %s', async (_, line) => {
    const count = 100_000;
    expect(await read(`name,email\n${line.repeat(count)}`, { pieceSize: 16_384 })).toHaveLength(count);
  });

  it('costs no more if it is long, or the run’s time limit would end it: one cell of a megabyte, a million cells', async () => {
    for (const line of [
      `"${'a""'.repeat(330_000)}",x`,
      `"${'a\n'.repeat(500_000)}",x`,
      `${'"a",'.repeat(500_000)}x`,
      `${','.repeat(3_999_000)}"`,
      '"'.repeat(3_999_999),
    ]) {
      expect(await read(`name,email\n${line}\n`, { pieceSize: 16_384 })).toHaveLength(1);
    }
  });
});

/** Returns the cells that another CSV library reads in this line, or null if it does not read exactly one record. */
function byTheLibrary(line: string): string[] | null {
  try {
    const [cells, ...more] = parse(`${line}\n`, { record_delimiter: ['\r\n', '\n'], relax_column_count: true });
    return cells && more.length === 0 ? cells : null;
  } catch {
    return null;
  }
}

describe('a CSV file as a whole', () => {
  it.each([
    ['a column twice', 'name,email,Name\nDana,a@b,D\n', 'has the column name twice'],
    ['none of the columns', 'naam;epost\nDana;a@b\n', 'has none of the columns name, email, notes'],
    ['a header in another encoding', Buffer.from('name,str\xe4\xdfe\nDana,x\n', 'latin1'), 'save the file as CSV in UTF-8'],
    ['UTF-16', Buffer.from('\ufeffname,email\nDana,a@b\n', 'utf16le'), 'save the file as CSV in UTF-8'],
    ['a header with an open quote', 'name,"email\nDana,a@b\n', 'its header is not CSV'],
  ])('is refused with %s', async (_, file, reason) => {
    await expect(read(file)).rejects.toThrow(reason);
  });

  it('is accepted with columns without a name, and with an unknown column twice', async () => {
    expect(await shown('name,,x,x,\nDana,1,2,3,4\n')).toEqual([[2, 'Dana', '3']]);
  });
});
