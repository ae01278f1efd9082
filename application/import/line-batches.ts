import type { ImportLine, LineReader } from './import-line.js';
import type { SourceRow } from './import-source.js';

/**
 * The largest number of lines in a batch. All its lines share the cost of its statements, so this cost is small for each line.
 */
export const LARGEST_BATCH = 1000;
/** A batch also ends when its lines take this many bytes of the file. */
const MOST_BYTES = 8 * 1024 * 1024;

export async function* inBatches(
  chunks: AsyncIterable<readonly SourceRow[]>,
  reader: LineReader,
  mostLines: number,
): AsyncGenerator<readonly ImportLine[]> {
  let batch: ImportLine[] = [];
  let end = 0;
  for await (const chunk of chunks) {
    for (const row of chunk) {
      batch.push(reader.read(row));
      if (batch.length < mostLines && row.next.offset - end < MOST_BYTES) continue;
      yield batch;
      batch = [];
      end = row.next.offset;
    }
  }
  if (batch.length > 0) yield batch;
}
