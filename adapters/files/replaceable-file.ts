import { randomBytes } from 'node:crypto';
import { lstat, realpath, stat } from 'node:fs/promises';

export interface Replaceable {
  /** no link */
  readonly path: string;
  readonly exists: boolean;
}

/**
 * The file that a path leads to, which may be new.
 * @throws Error where anything but a file is there: a pipe would be waited for, and a link that leads nowhere would be lost
 */
export async function replaceable(path: string): Promise<Replaceable> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error('it is no regular file');
    return { path: await realpath(path), exists: true };
  } catch (error) {
    const isNothing = await lstat(path).then(() => false, () => true); // or what is wrong shows when it is written
    if (isNothing) return { path, exists: false };
    throw error;
  }
}

/**
 * The name of a file until it is complete. Nobody can foresee it, so nothing of anybody's stands there. Open it with `wx`:
 * that takes no file and follows no link that somebody has put there all the same.
 */
export function draftOf(path: string): string {
  return `${path}.${randomBytes(8).toString('hex')}.part`;
}
