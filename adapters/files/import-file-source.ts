import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ImportPosition, ImportSource, SourceRow } from '../../application/import/import-source.js';
import { InvalidRequest } from '../../domain/shared/errors.js';
import { csvRows } from './csv-rows.js';
import { ndjsonRows } from './ndjson-rows.js';

export const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Bytes that are read at once. Their rows are in memory together, and until they are read nobody hears what the database answers. */
const CHUNK = 16 * 1024;

/** A file, whose contents are read once beforehand, to know it again. @throws the system's error when it cannot be read, InvalidRequest when it is no file */
export async function openImportFile(path: string, format: FileFormat, columns: ReadonlySet<string>): Promise<ImportSource> {
  const read = (offset: number): AsyncIterable<Buffer> => createReadStream(path, { start: offset, highWaterMark: CHUNK });
  const found = await stat(path);
  if (!found.isFile()) throw new InvalidRequest('is no file: a folder or a pipe cannot be imported');
  const hash = createHash('sha256');
  for await (const chunk of read(0)) hash.update(chunk);
  const fingerprint = hash.digest('hex');
  return {
    fingerprint,
    // By its contents: another file that comes to the same place must not change what this one brought.
    name: `file-${fingerprint.slice(0, 16)}`,
    size: found.size,
    values: format === 'csv' ? 'query' : 'json',
    rows: (from: ImportPosition): AsyncIterable<SourceRow[]> => (format === 'csv' ? csvRows(read, from, columns) : ndjsonRows(read, from)),
  };
}

/** By the file's ending; null: it has another. */
export function formatOf(path: string): FileFormat | null {
  return FILE_FORMATS.find((format) => path.toLowerCase().endsWith(`.${format}`)) ?? null;
}
