import { randomBytes } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { lstat, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorProperty, systemCodeOf } from '../system-errors.js';

export interface Replaceable {
  /** the path with its links resolved, if the file exists; otherwise the path as it was given */
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Returns the file that a path leads to, also when the file does not exist yet.
 * @throws Error when the path leads to something that is not a regular file, because writing to a pipe would block; or when the
 * path is a link to a missing file, because the new file would replace the link
 */
export async function replaceable(path: string): Promise<Replaceable> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error('it is not a regular file');
    return { path: await realpath(path), exists: true };
  } catch (error) {
    // `lstat` fails when nothing is at the path. When it fails for another reason, writing the file fails, too.
    const entry = await lstat(path).catch(() => null);
    if (entry === null) return { path, exists: false };
    throw error;
  }
}

/**
 * A name for a file that is not complete yet. The name is random, so that no other file has it. Open the file with `wx`: this
 * neither overwrites a file nor follows a link, even when somebody has created one with that name.
 */
export function draftOf(path: string): string {
  return `${path}.${randomBytes(8).toString('hex')}.part`;
}

/** The files that are being written. What is left of them is removed when the process exits in the middle. */
const drafts = new Set<string>();

function dropDrafts(): void {
  for (const draft of drafts) rmSync(draft, { force: true });
}

/**
 * Writes a file completely or not at all: the content is written to a file with another name, which is renamed when it is complete.
 * @throws Error when the path leads to something that is not a regular file (see `replaceable`), or cannot be written
 */
export async function writeWhole(path: string, content: AsyncIterable<string | Uint8Array>, signal?: AbortSignal): Promise<void> {
  const target = await replaceable(path);
  const draft = draftOf(target.path);
  if (drafts.size === 0) process.on('exit', dropDrafts);
  drafts.add(draft);
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
    await rm(draft, { force: true }).catch(() => undefined); // it lies where nothing can be
    const hasNoFolder = errorProperty(error, 'path') === draft && ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error));
    throw hasNoFolder ? new Error(`there is no folder ${dirname(draft)}`, { cause: error }) : error;
  } finally {
    drafts.delete(draft);
    if (drafts.size === 0) process.off('exit', dropDrafts);
  }
}
