import type { BackupPlace } from '../../adapters/files/backup-place.js';
import { millisOf, type Instant } from '../../domain/shared/instant.js';
import { backupsIn, isNameOfBackup, readManifest, timeOf } from './manifest.js';
import { filesOf } from './saved-files.js';

/** What was begun so long ago, and has no manifest, was left by a process that was killed. */
const LEFT_MS = 86_400_000;
const DRAFT = /^unfinished-/;

/**
 * Keeps the newest backups, and removes the others with the files that only they have, and what killed processes have left. The last
 * verified backup always stays.
 * @returns the names of those that were removed
 */
export async function removeOld(place: BackupPlace, keep: number, now: Instant): Promise<string[]> {
  const backups = await backupsIn(place);
  const lastVerified = backups.findLast(({ verified }) => verified)?.name;
  const old = backups.slice(0, Math.max(0, backups.length - keep)).filter(({ name }) => name !== lastVerified);
  for (const { name } of old) await place.remove(name);
  const isDone = await removeLeft(place, now);
  // A backup that is being made may count on any file that is there.
  if (isDone) await removeFiles(place);
  return old.map(({ name }) => name);
}

/** False: a backup is being made now. */
async function removeLeft(place: BackupPlace, now: Instant): Promise<boolean> {
  const made = new Set((await backupsIn(place)).map(({ name }) => name));
  const begun = (await place.list('')).filter((name) => isNameOfBackup(name.replace(DRAFT, '')) && !made.has(name));
  const left = begun.filter((name) => millisOf(timeOf(name.replace(DRAFT, ''))) < millisOf(now) - LEFT_MS);
  for (const name of left) await place.remove(name);
  return left.length === begun.length;
}

async function removeFiles(place: BackupPlace): Promise<void> {
  const kept = new Set<string>();
  for (const { name } of await backupsIn(place)) {
    const { files } = await readManifest(place, name);
    if (files) for await (const { sha256 } of filesOf(place, name, files)) kept.add(sha256);
  }
  for (const folder of await place.list('files'))
    for (const name of await place.list(`files/${folder}`)) if (!kept.has(name)) await place.remove(`files/${folder}/${name}`);
}
