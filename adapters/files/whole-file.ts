import { createWriteStream, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { draftOf, replaceable } from './replaceable-file.js';

/**
 * Writes a file completely or not at all: the content is written to a file with another name, which is renamed when it is complete.
 * @throws Error when the path leads to something that is not a regular file (see `replaceable`), or cannot be written
 */
export async function writeWhole(path: string, content: AsyncIterable<string | Uint8Array>, signal?: AbortSignal): Promise<void> {
  const target = await replaceable(path);
  const draft = draftOf(target.path);
  const drop = (): void => {
    rmSync(draft, { force: true });
  };
  process.once('exit', drop); // removes the draft when the process exits in the middle
  // Only the owner may read the file, because it contains customers' data. It is flushed to the disk before it gets its name.
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(content, file, signal ? { signal } : {});
    await rename(draft, target.path);
  } catch (error) {
    // Content that fails at once ends the stream before it has made the draft.
    if (!file.closed)
      await new Promise<void>((resolve) =>
        file.once('close', () => {
          resolve();
        }),
      );
    await rm(draft, { force: true });
    throw error;
  } finally {
    process.off('exit', drop);
  }
}
