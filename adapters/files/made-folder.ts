import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '../system-errors.js';

/**
 * Makes a folder with those above it, unless it exists. Node's own `recursive` never ends where a file system answers as if the folder
 * above were missing, as /proc does.
 * @param mode the rights of the folders that are made
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await madeIn(path, mode);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    await madeIn(path, mode);
  }
}

async function madeIn(path: string, mode?: number): Promise<void> {
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    const isThere = systemCodeOf(error) === 'EEXIST' && (await stat(path)).isDirectory();
    if (!isThere) throw error;
  });
}
