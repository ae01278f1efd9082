import { createWriteStream, rmSync } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Writes a file that is there as a whole or not at all: until it is complete it has another name. */
export async function writeWhole(path: string, text: AsyncIterable<string>, signal?: AbortSignal): Promise<void> {
  const options = signal ? { signal } : {};
  const found = await stat(path).catch(() => null); // there is none yet, or what is wrong shows when it is written
  // A device or a pipe keeps its place.
  if (found && !found.isFile()) return pipeline(text, createWriteStream(path), options);
  const target = found ? await realpath(path) : path;
  const draft = `${target}.${process.pid}.part`;
  const drop = (): void => {
    rmSync(draft, { force: true });
  };
  process.once('exit', drop); // told to stop in the middle
  try {
    // It holds what customers wrote, so it is the owner's alone; on the disk before it gets its name.
    await pipeline(text, createWriteStream(draft, { mode: 0o600, flush: true }), options);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    process.off('exit', drop);
  }
}
