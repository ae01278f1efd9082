import { isUtf8 } from 'node:buffer';
import { BEGINNING, type ImportPosition, type SourceRow } from '../../application/transfer/import-source.js';
import { InvalidRequest } from '../../domain/shared/errors.js';
import { CsvRecords, type CsvRecord } from './csv-records.js';
import { badLine, isBlank, isComment, withoutByteOrderMark } from './file-problems.js';
import { lineEndOf, textLines } from './text-lines.js';

/** Reads a file's bytes from an offset on. */
export type ReadFrom = (offset: number) => AsyncIterable<Buffer>;

interface Header {
  /** null: the column has no name and is ignored */
  readonly columns: readonly (string | null)[];
  readonly end: ImportPosition;
}

/**
 * Reads the rows of a CSV file. A row has the cell of each column under the column's name in lower case.
 * @param known the names of the columns that the import uses; the header must contain at least one of them, and none twice
 */
export async function* csvRows(read: ReadFrom, from: ImportPosition, known: ReadonlySet<string>): AsyncGenerator<SourceRow[]> {
  const lineEnd = await lineEndOf(read(0));
  const header = await headerOf(read, known, lineEnd);
  if (!header) return;
  const start = from.offset > header.end.offset ? from : header.end;
  const records = new CsvRecords();
  const rows = (): SourceRow[] => records.taken().map((record) => rowOf(record, header.columns));
  for await (const lines of textLines(read(start.offset), start, { lineEnd })) {
    for (const line of lines) records.add(line);
    yield rows();
  }
  records.end();
  yield rows();
}

function rowOf(record: CsvRecord, columns: Header['columns']): SourceRow {
  if ('problem' in record) return record;
  const { line, next, cells } = record;
  if (cells.length !== columns.length) {
    return badLine(record, `has ${cells.length} cells, but the header has ${columns.length} columns`, cells.join(','));
  }
  const values: Record<string, string> = {};
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index];
    if (column) values[column] = cells[index] ?? '';
  }
  return { line, next, values };
}

/** Returns the header: the first line that is neither blank nor a comment. Null: the file has no such line. */
async function headerOf(read: ReadFrom, known: ReadonlySet<string>, lineEnd: number): Promise<Header | null> {
  for await (const lines of textLines(read(0), BEGINNING, { lineEnd })) {
    for (const line of lines) {
      const candidate = line.line === 1 ? withoutByteOrderMark(line) : line;
      if (isBlank(candidate) || isComment(candidate)) continue;
      if (!isUtf8(candidate.bytes) || candidate.isTooLong || candidate.bytes.includes(0)) {
        throw new InvalidRequest('its header is not a line of UTF-8 text: save the file as CSV in UTF-8');
      }
      const records = new CsvRecords();
      records.add(candidate);
      records.end();
      const [record] = records.taken();
      if (!record || 'problem' in record) throw new InvalidRequest('its header is not CSV');
      return { columns: checked(record.cells, known), end: line.next };
    }
  }
  return null;
}

function checked(cells: readonly string[], known: ReadonlySet<string>): (string | null)[] {
  const names = cells.map((cell) => cell.trim().toLowerCase() || null);
  const twice = names.find((name, index) => name !== null && known.has(name) && names.indexOf(name) !== index);
  if (twice) throw new InvalidRequest(`its header has the column ${twice} twice`);
  if (!names.some((name) => name !== null && known.has(name))) {
    throw new InvalidRequest(`its header has none of the columns ${[...known].join(', ')}`);
  }
  return names;
}
