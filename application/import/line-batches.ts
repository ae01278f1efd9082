import type { ImportLine, LineReader } from './import-line.js';
import type { SourceRow } from './import-source.js';

/** Lines of a batch: many enough that a statement for all of them costs little a line. */
export const LARGEST_BATCH = 1000;
/** However long the lines are, a batch does not hold more bytes of the file. */
const MOST_BYTES = 8 * 1024 * 1024;

export async function* inBatches(
  pieces: AsyncIterable<readonly SourceRow[]>,
  reader: LineReader,
  mostLines: number,
): AsyncGenerator<readonly ImportLine[]> {
  let batch: ImportLine[] = [];
  let end = 0;
  for await (const piece of pieces) {
    for (const row of piece) {
      batch.push(reader.read(row));
      if (batch.length < mostLines && row.next.offset - end < MOST_BYTES) continue;
      yield batch;
      batch = [];
      end = row.next.offset;
    }
  }
  if (batch.length > 0) yield batch;
}
