import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parseJson, requireObject } from '../../application/kernel/fields/json-body.js';
import type { ImportPosition, ImportSource, SourceRow } from '../../application/transfer/import-source.js';
import { InvalidRequest, ValidationError } from '../../domain/shared/errors.js';
import { csvRows, type ReadFrom } from './csv-rows.js';
import { badLine, inMegabytes, isBlank, isComment, lineProblem, withoutByteOrderMark } from './file-problems.js';
import { LONGEST_LINE, textLines, type TextLine } from './text-lines.js';

export const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * The number of bytes that are read at once. It is small, because the rows of one read are in memory together, and the answers of
 * the database wait until these rows are parsed.
 */
const CHUNK = 16 * 1024;
const MOST_STREAMED = 64 * 1024 * 1024;

/**
 * Opens an import file, and reads its contents once for a fingerprint.
 * @throws InvalidRequest when the path leads to a folder, a pipe or a device; the system's error when the file does not exist or
 * cannot be read
 */
export async function openImportFile(path: string, format: FileFormat, columns: ReadonlySet<string>): Promise<ImportSource> {
  const read = (offset: number): AsyncIterable<Buffer> => createReadStream(path, { start: offset, highWaterMark: CHUNK });
  const found = await stat(path);
  if (!found.isFile()) throw new InvalidRequest('is not a file: a folder or a pipe cannot be imported');
  const hash = createHash('sha256');
  for await (const chunk of read(0)) hash.update(chunk);
  return sourceOf(read, found.size, hash.digest('hex'), format, columns);
}

/** @throws InvalidRequest when the stream has more than MOST_STREAMED bytes, because all of them are kept in memory */
export async function readImportStream(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  columns: ReadonlySet<string>,
): Promise<ImportSource> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MOST_STREAMED) throw new InvalidRequest('is too long: save it as a file first');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const read = (offset: number): AsyncIterable<Buffer> => Readable.from([bytes.subarray(offset)]);
  return sourceOf(read, size, createHash('sha256').update(bytes).digest('hex'), format, columns);
}

function sourceOf(
  read: ReadFrom,
  size: number,
  fingerprint: string,
  format: FileFormat,
  columns: ReadonlySet<string>,
): ImportSource {
  return {
    fingerprint,
    // Rows without an external id get one from this name. With the path as name, another file at the same path would update the
    // records of this file.
    name: `file-${fingerprint.slice(0, 16)}`,
    size,
    values: format === 'csv' ? 'query' : 'json',
    rows: (from: ImportPosition): AsyncIterable<SourceRow[]> =>
      format === 'csv' ? csvRows(read, from, columns) : ndjsonRows(read, from),
  };
}

/** The format that belongs to the file's extension. Null: the extension is unknown. */
export function formatOf(path: string): FileFormat | null {
  return FILE_FORMATS.find((format) => path.toLowerCase().endsWith(`.${format}`)) ?? null;
}

/** The rows of a file that has one JSON object in each line. */
export async function* ndjsonRows(read: ReadFrom, from: ImportPosition): AsyncGenerator<SourceRow[]> {
  let isBegun = from.offset > 0;
  for await (const lines of textLines(read(from.offset), from)) {
    const rows: SourceRow[] = [];
    for (const raw of lines) {
      const line = raw.line === 1 ? withoutByteOrderMark(raw) : raw;
      if (isBlank(line) || (!isBegun && isComment(line))) continue;
      isBegun = true;
      rows.push(rowOf(line));
    }
    yield rows;
  }
}

function rowOf(line: TextLine): SourceRow {
  const problem = lineProblem(line, inMegabytes(LONGEST_LINE));
  if (problem) return problem;
  try {
    return { line: line.line, next: line.next, values: requireObject(parseJson(line.bytes)) };
  } catch (error) {
    if (error instanceof InvalidRequest) return badLine(line, 'is not valid JSON', line.bytes.toString());
    if (error instanceof ValidationError) return badLine(line, error.message.replace(/^body: /, ''), line.bytes.toString());
    throw error;
  }
}
