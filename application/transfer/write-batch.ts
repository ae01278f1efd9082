import type { ImportError } from './import-source.js';
import type { ImportBatch, ImportProgress } from './import-store.js';
import { BatchRecords } from './known-records.js';
import type { ParsedRow } from './parse-row.js';
import { RowRefused } from './refuse-row.js';
import type { RowBatch } from './row-batches.js';
import { BatchWriter, type BatchContext, type Verdict } from './write-row.js';

/** Looks up the records that the rows of a batch mean, and writes the rows. The caller stores the writes of `records`. */
export async function writeBatch(
  batch: ImportBatch,
  { rows, end }: RowBatch,
  before: ImportProgress,
  batchContext: BatchContext,
): Promise<{ records: BatchRecords; progress: ImportProgress; refused: ImportError[] }> {
  const records = await BatchRecords.lookUp(
    batch,
    rows.filter((row): row is ParsedRow => 'kind' in row),
  );
  const writer = new BatchWriter(records, batchContext);
  const counts = { created: before.created, updated: before.updated, unchanged: before.unchanged };
  const refused: ImportError[] = [];
  for (const row of rows) {
    const outcome = 'kind' in row ? writtenOrRefused(writer, row) : row;
    if (typeof outcome === 'string') counts[outcome] += 1;
    else refused.push(outcome);
  }
  return { records, refused, progress: { ...counts, skipped: before.skipped + refused.length, position: end } };
}

function writtenOrRefused(writer: BatchWriter, row: ParsedRow): Verdict | ImportError {
  try {
    return writer.write(row);
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error;
    return { line: row.line, ...error.detail };
  }
}
