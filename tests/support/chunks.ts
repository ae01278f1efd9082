import type { ReadFrom } from '../../adapters/files/csv-rows.js';

/** A file that is read in chunks of this many bytes. The chunks of a large file are larger. */
export function chunksOf(file: string | Buffer, size: number): ReadFrom {
  const bytes = Buffer.from(file);
  const step = Math.max(size, Math.ceil(bytes.length / 100_000)); // with smaller chunks a test would only take longer
  return async function* (offset) {
    for (let at = offset; at < bytes.length; at += step) yield await Promise.resolve(bytes.subarray(at, at + step));
  };
}
