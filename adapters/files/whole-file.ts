import { createWriteStream, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { draftOf, replaceable } from './replaceable-file.js';

/** Writes a file that is there as a whole or not at all: until it is complete it has another name. @throws Error where a pipe or a device is */
export async function writeWhole(path: string, text: AsyncIterable<string>, signal?: AbortSignal): Promise<void> {
  const target = await replaceable(path);
  const draft = draftOf(target.path);
  const drop = (): void => {
    rmSync(draft, { force: true });
  };
  process.once('exit', drop); // told to stop in the middle
  try {
    // It holds what customers wrote, so it is the owner's alone; on the disk before it gets its name.
    await pipeline(text, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }), signal ? { signal } : {});
    await rename(draft, target.path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    process.off('exit', drop);
  }
}
