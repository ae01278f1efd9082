import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ImportPosition, ImportSource, SourceRow } from '../../application/import/import-source.js';
import { csvRows } from './csv-rows.js';
import { ndjsonRows } from './ndjson-rows.js';

export const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Bytes that are read at once: their rows are in memory together. */
const CHUNK = 128 * 1024;

/** A file, whose contents are read once beforehand, to know it again. @throws the system's error when it cannot be read */
export async function openImportFile(path: string, format: FileFormat, columns: ReadonlySet<string>): Promise<ImportSource> {
  const read = (offset: number): AsyncIterable<Buffer> => createReadStream(path, { start: offset, highWaterMark: CHUNK });
  const { size } = await stat(path);
  const hash = createHash('sha256');
  for await (const chunk of read(0)) hash.update(chunk);
  return {
    fingerprint: hash.digest('hex'),
    // By its path: an edited file keeps it, another file of the same name elsewhere has another.
    name: `file-${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 12)}`,
    size,
    values: format === 'csv' ? 'query' : 'json',
    rows: (from: ImportPosition): AsyncIterable<SourceRow[]> => (format === 'csv' ? csvRows(read, from, columns) : ndjsonRows(read, from)),
  };
}

/** By the file's ending; null: it has another. */
export function formatOf(path: string): FileFormat | null {
  return FILE_FORMATS.find((format) => path.toLowerCase().endsWith(`.${format}`)) ?? null;
}
