import { stringify } from 'csv-stringify/sync';
import type { ExportedRows } from '../../application/transfer/export-kind.js';
import type { FileFormat } from './import-file-source.js';

/** The text of an export in chunks: for CSV a header and lines as in RFC 4180, for NDJSON one JSON object in each line. */
export function exportText(format: FileFormat, rows: ExportedRows): AsyncIterable<string> {
  return format === 'csv' ? csvText(rows) : ndjsonText(rows);
}

async function* csvText({ columns, chunks }: ExportedRows): AsyncGenerator<string> {
  yield csvLines([columns]);
  for await (const rows of chunks) yield csvLines(rows.map((row) => Object.values(row)));
}

/**
 * Returns the rows as CSV. A cell that looks like a formula is written unchanged, so that an import of the export gives the same
 * text.
 */
function csvLines(rows: readonly (readonly unknown[])[]): string {
  return stringify(rows as unknown[], { record_delimiter: '\r\n', quote_record_delimiter: true, cast: { boolean: String } });
}

async function* ndjsonText({ chunks }: ExportedRows): AsyncGenerator<string> {
  for await (const rows of chunks) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
