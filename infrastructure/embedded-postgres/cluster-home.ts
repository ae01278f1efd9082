import { createHash, randomBytes } from 'node:crypto';
import { lstat, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { systemCodeOf } from '../../adapters/system-errors.js';
import type { ServerAccount } from './child-command.js';
import { EmbeddedPostgresError } from './errors.js';
import { canEnter } from './reachable.js';
import { SHARED_NAME, sharedFolder } from './shared-folder.js';

const RELOCATED = /^([0-9a-f]{16})-([0-9a-f]{8})$/;

/**
 * Returns the folder of the embedded cluster, usually DATA_DIR/postgres. If root starts the service, and the account that runs
 * PostgreSQL cannot reach DATA_DIR, the cluster is in a shared folder and DATA_DIR/postgres is a link to it. The name of the
 * cluster's folder has a random part, which only the link shows. So after DATA_DIR is removed, with the link and the signing key,
 * the next start makes a new cluster: the old one must not be found without its key.
 */
export async function clusterHome(dataDir: string, account: ServerAccount | undefined): Promise<string> {
  const path = join(dataDir, 'postgres');
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink() === true) return followLink(path, dataDir, account);
  if (account === undefined || (await canEnter(dataDir, account))) return path;
  if (found !== undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL's account (uid ${String(account.uid)}) cannot enter ${dataDir}, where the embedded database lies: ` +
        'let others enter that folder and those above (chmod o+x), or start the service as its owner',
    );
  }
  await symlink(await relocated(dataDir, account, randomBytes(4).toString('hex')), path).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error; // another process was faster and has made the link
  });
  return followLink(path, dataDir, account);
}

async function followLink(path: string, dataDir: string, account: ServerAccount | undefined): Promise<string> {
  const target = resolve(dataDir, await readlink(path));
  const [, hash, suffix] = RELOCATED.exec(basename(target)) ?? [];
  const isOurs = hash !== undefined && basename(dirname(target)) === SHARED_NAME;
  if (!isOurs || account === undefined || hash === hashOf(dataDir)) return target;
  // The data folder is a copy, and so is its link. A copy needs a cluster of its own, because two checkouts must not share a
  // cluster.
  const own = await relocated(dataDir, account, suffix ?? '');
  const link = `${path}.${randomBytes(4).toString('hex')}`;
  await symlink(own, link);
  try {
    await rename(link, path);
  } finally {
    await rm(link, { force: true });
  }
  return own;
}

async function relocated(dataDir: string, account: ServerAccount, suffix: string): Promise<string> {
  return join(await sharedFolder(account), `${hashOf(dataDir)}-${suffix}`);
}

function hashOf(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
}
