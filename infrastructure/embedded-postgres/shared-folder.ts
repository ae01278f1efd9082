import { chmod, lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ServerAccount } from './child-command.js';
import { EmbeddedPostgresError } from './errors.js';
import { canEnter } from './reachable.js';

export const SHARED_NAME = 'shop-operations';
const ABANDONED_AFTER_MS = 600_000;

/**
 * Returns a folder for files that PostgreSQL's account could not reach in the checkout. It is used only when root starts the
 * service. The folder belongs to root, and only root may write into it: in a shared /tmp another user could otherwise put files
 * there.
 */
export async function sharedFolder(account: ServerAccount): Promise<string> {
  for (const parent of ['/var/lib', tmpdir(), '/tmp']) {
    const folder = join(parent, SHARED_NAME);
    if (await prepare(folder, account).catch(() => false)) return realpath(folder);
  }
  throw new EmbeddedPostgresError(
    "there is no folder for the embedded database that PostgreSQL's account can reach (tried /var/lib and the " +
      'temporary folder): put DATA_DIR in a folder that other accounts may enter, or set DATABASE_URL',
  );
}

async function prepare(folder: string, account: ServerAccount): Promise<boolean> {
  const made = await mkdir(folder, { mode: 0o711 }).then(
    () => true,
    () => false,
  );
  if (made) await chmod(folder, 0o711); // restores the bits that the umask removed
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) return false;
  return canEnter(await realpath(folder), account);
}

/**
 * Removes the unfinished folders that killed processes left, which are those older than ten minutes. A process needs less time
 * for such a folder.
 */
export async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(parent, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < ABANDONED_AFTER_MS) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
