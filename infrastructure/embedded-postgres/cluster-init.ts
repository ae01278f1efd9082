import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { systemCodeOf } from '../../adapters/system-errors.js';
import type { Binaries } from './binaries.js';
import { runCommand } from './child-command.js';
import type { CommandResult, ServerAccount } from './child-command.js';
import { EmbeddedPostgresError } from './errors.js';
import { removeAbandoned } from './shared-folder.js';

/** The cluster's superuser. The service connects as this user. */
export const DATABASE_USER = 'shop_operations';

// Options of initdb for the locale, of which the first that works is used. A system without C.UTF-8 gets PostgreSQL's built-in
// locale, which also knows all letters.
const LOCALES: readonly (readonly string[])[] = [
  ['--locale=C.UTF-8'],
  ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
];

/** Makes the cluster in `home`, unless it exists. */
export async function ensureCluster(home: string, binaries: Binaries, account: ServerAccount | undefined): Promise<void> {
  const prefix = `${home}.init-`;
  await removeAbandoned(dirname(home), basename(prefix));
  if (await isInitialised(home)) return;
  await initialise(home, `${prefix}${randomBytes(6).toString('hex')}`, binaries, account);
}

async function isInitialised(home: string): Promise<boolean> {
  return stat(join(home, 'data', 'PG_VERSION')).then(
    () => true,
    (error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return false;
      throw new EmbeddedPostgresError(
        `the embedded database in ${home} belongs to another account (${systemCodeOf(error)}): ` +
          'start the service as that account, or set DATA_DIR or DATABASE_URL',
      );
    },
  );
}

/**
 * Makes the cluster and its password in a folder beside `home`, and then renames that folder to `home` in one step. So an
 * interrupted run leaves no incomplete cluster at `home`, and of two simultaneous starts only one makes the cluster.
 */
async function initialise(home: string, half: string, binaries: Binaries, account: ServerAccount | undefined): Promise<void> {
  try {
    await mkdir(half, { mode: 0o700 });
    await writePassword(join(half, 'password'), account);
    if (account !== undefined) await chown(half, account.uid, account.gid);
    await runInitdb(half, binaries, account);
    await rename(half, home).catch(async (error: unknown) => {
      if (await isInitialised(home)) return; // another start has made the cluster first
      throw new EmbeddedPostgresError(`${home} exists but does not hold an embedded database (${systemCodeOf(error)})`);
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

async function writePassword(path: string, account: ServerAccount | undefined): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(24).toString('hex')}\n`);
    if (account !== undefined) await file.chown(account.uid, account.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function runInitdb(half: string, binaries: Binaries, account: ServerAccount | undefined): Promise<void> {
  const data = join(half, 'data');
  let result: CommandResult = { ok: false, output: '' };
  for (const locale of LOCALES) {
    // Every connection needs the password, because every user of this machine can connect to the server's port.
    const secrets = ['--auth=scram-sha-256', `--pwfile=${join(half, 'password')}`, `--username=${DATABASE_USER}`];
    result = await runCommand(binaries.initdb, [`--pgdata=${data}`, '--encoding=UTF8', ...locale, ...secrets], account);
    if (result.ok || !result.output.includes('invalid locale name')) break;
    await rm(data, { recursive: true, force: true });
  }
  if (result.ok) return;
  const reason = result.output.trim().split('\n').slice(-3).join(' ');
  throw new EmbeddedPostgresError(`the embedded database could not be created (initdb): ${reason}`);
}
