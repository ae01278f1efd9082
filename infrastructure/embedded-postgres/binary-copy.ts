import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import { removeAbandoned } from './shared-folder.js';

interface Link {
  readonly path: string;
  readonly pointsTo: string;
}

/**
 * Returns the links between shared libraries that should exist according to the package's list, but do not. The paths are
 * relative to `native`.
 */
export async function missingLinks(native: string): Promise<readonly Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const listed: unknown = JSON.parse(text);
  const links = Array.isArray(listed) ? listed.flatMap((each: unknown) => toLink(each)) : [];
  const exists = await Promise.all(links.map(async (link) => isThere(join(native, link.path))));
  return links.filter((_, index) => exists[index] === false);
}

/**
 * Copies the binaries and their links to `target`, unless there is a copy already. The copy is made in another folder, which is
 * then renamed, so that there is never an unfinished copy at `target`.
 */
export async function copyBinaries(native: string, target: string): Promise<string> {
  const prefix = `${target}.copy-`;
  await removeAbandoned(dirname(target), basename(prefix));
  if (await isThere(target)) return target;
  const half = `${prefix}${randomBytes(6).toString('hex')}`;
  try {
    await copyFolder(native, half);
    for (const link of await missingLinks(half)) {
      await symlink(link.pointsTo, join(half, link.path));
    }
    // If another process made the same copy in the meantime, the renaming fails, and that copy is used.
    await rename(half, target).catch(async (error: unknown) => {
      if (!(await isThere(target))) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return target;
}

// Copies a folder and sets the permissions of each file. Without this, other accounts could not read the copy if the files were
// installed under a strict umask.
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, copy);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), copy);
    else if (!entry.name.endsWith('.a')) await copyOne(source, copy);
  }
}

async function copyOne(source: string, copy: string): Promise<void> {
  await copyFile(source, copy);
  await chmod(copy, basename(dirname(copy)) === 'bin' ? 0o755 : 0o644);
}

// Reads one entry of the package's list of links. Its paths begin at the package's root: {source: 'native/lib/libpq.so.5.18',
// target: 'native/lib/libpq.so.5'}.
function toLink(listed: unknown): readonly Link[] {
  if (typeof listed !== 'object' || listed === null || !('source' in listed) || !('target' in listed)) return [];
  const { source, target } = listed;
  if (typeof source !== 'string' || typeof target !== 'string') return [];
  return [{ path: relative('native', target), pointsTo: relative(dirname(target), source) }];
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
