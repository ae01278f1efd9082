import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { canEnter, type ServerAccount } from './account.js';
import { EmbeddedPostgresError } from './errors.js';

/** An unfinished folder of this age was left by a process that was killed. */
const ABANDONED_MS = 600_000;
/** The name of a cluster's folder that is not in DATA_DIR: a hash of DATA_DIR, and a random part. */
const ELSEWHERE = /shop-operations\/([0-9a-f]{16})-([0-9a-f]{8})$/;

/**
 * Makes a folder, unless it is there. It is filled under another name and then renamed, so that an interrupted process leaves
 * nothing incomplete, and of several processes one makes it.
 */
export async function makeAtOnce(
  folder: string,
  isMade: () => Promise<boolean>,
  fill: (unfinished: string) => Promise<void>,
): Promise<void> {
  const [parent, prefix] = [dirname(folder), `${basename(folder)}.unfinished-`];
  for (const name of await readdir(parent)) if (name.startsWith(prefix)) await removeAbandoned(join(parent, name));
  if (await isMade()) return;
  const unfinished = join(parent, `${prefix}${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await fill(unfinished);
    await rename(unfinished, folder).catch(async (error: unknown) => {
      if (await isMade()) return; // another process was faster
      throw new EmbeddedPostgresError(`${folder} exists but was not made by the embedded database (${systemCodeOf(error)})`);
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function removeAbandoned(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

/**
 * Returns a folder for what PostgreSQL's account could not reach in the checkout. It is used only when root starts the service.
 * It belongs to root, and only root may write into it: in a shared /tmp another user could otherwise put files there.
 */
export async function sharedFolder(account: ServerAccount): Promise<string> {
  for (const parent of ['/var/lib', tmpdir(), '/tmp']) {
    const folder = join(parent, 'shop-operations');
    const isNew = (await mkdir(folder).catch(() => 'there')) === undefined;
    if (isNew) await chmod(folder, 0o711); // without regard to the umask
    const found = await lstat(folder).catch(() => undefined);
    const isSafe = found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0;
    if (isSafe && (await canEnter(folder, account))) return realpath(folder);
  }
  throw new EmbeddedPostgresError(
    "there is no folder for the embedded database that PostgreSQL's account can reach (tried /var/lib and the " +
      'temporary folder): put DATA_DIR in a folder that other accounts may enter, or set DATABASE_URL',
  );
}

/** Tells whether a data folder has a cluster, which this account perhaps cannot use. It makes nothing, not even a link. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return stat(join(dataDir, 'postgres', 'data', 'PG_VERSION')).then(
    () => true,
    (error: unknown) => systemCodeOf(error) !== 'ENOENT',
  );
}

/**
 * Returns the folder of the cluster, usually DATA_DIR/postgres. If root starts the service, and PostgreSQL's account cannot reach
 * DATA_DIR, that is a link to a folder elsewhere. Only the link shows the random part of its name. So after DATA_DIR is removed,
 * with the link and the signing key, the next start makes a new cluster: the old one must not be found without its key.
 */
export async function clusterFolder(dataDir: string, account: ServerAccount): Promise<string> {
  const path = join(dataDir, 'postgres');
  const link = await readlink(path).catch(() => undefined);
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const [, linkedHash, suffix = randomBytes(4).toString('hex')] = ELSEWHERE.exec(link ?? '') ?? [];
  if (link !== undefined && (linkedHash === undefined || linkedHash === hash || !account)) return resolve(dataDir, link);
  if (link === undefined && (!account || (await canEnter(dataDir, account)))) return path;
  if (link === undefined && (await stat(path).catch(() => undefined)))
    throw new EmbeddedPostgresError(
      `PostgreSQL's account (uid ${String(account?.uid)}) cannot enter ${dataDir}, where the embedded database lies: ` +
        'let others enter that folder and those above (chmod o+x), or start the service as its owner',
    );
  // A link with another hash came with a copy of another data folder. The copy gets a cluster of its own.
  const elsewhere = join(await sharedFolder(account), `${hash}-${suffix}`);
  if (link !== undefined) {
    const replacement = `${path}.${randomBytes(4).toString('hex')}`;
    await symlink(elsewhere, replacement);
    await rename(replacement, path);
    return elsewhere;
  }
  await symlink(elsewhere, path).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error; // another process has made the link
  });
  return resolve(dataDir, await readlink(path));
}
