import type { ImportError, ImportPosition, SourceRow } from './import-source.js';
import type { ParsedRow, RowParser } from './parse-row.js';

/**
 * The largest number of lines in a batch. All its lines share the cost of its statements, so this cost is small for each line.
 */
export const LARGEST_BATCH = 1000;
/** A batch also ends when its lines take this many bytes of the file. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Rows that are stored together. */
export interface RowBatch {
  readonly rows: readonly (ParsedRow | ImportError)[];
  /** where the next batch begins */
  readonly end: ImportPosition;
}

export async function* inBatches(
  chunks: AsyncIterable<readonly SourceRow[]>,
  parser: RowParser,
  mostLines: number,
): AsyncGenerator<RowBatch> {
  let rows: (ParsedRow | ImportError)[] = [];
  let begin = 0;
  let end: ImportPosition | null = null;
  for await (const chunk of chunks) {
    for (const source of chunk) {
      rows.push(parser.parse(source));
      end = source.next;
      if (rows.length < mostLines && end.offset - begin < MOST_BYTES) continue;
      yield { rows, end };
      rows = [];
      begin = end.offset;
    }
  }
  if (end && rows.length > 0) yield { rows, end };
}
