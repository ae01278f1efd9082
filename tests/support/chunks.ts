import type { ReadFrom } from '../../adapters/files/csv-rows.js';

/**
 * Reads a text or bytes as if they were a file, in chunks of `size` bytes. For a large file the chunks are larger, so that there
 * are at most 5,000.
 */
export function chunksOf(file: string | Buffer, size: number): ReadFrom {
  const bytes = Buffer.from(file);
  const step = Math.max(size, Math.ceil(bytes.length / 5_000)); // more chunks would only make a test slower
  return async function* (offset) {
    for (let at = offset; at < bytes.length; at += step) yield await Promise.resolve(bytes.subarray(at, at + step));
  };
}
