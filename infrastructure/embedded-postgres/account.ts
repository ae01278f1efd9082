import { execFile, type SpawnOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { messageOf } from '../../adapters/system-errors.js';
import { EmbeddedPostgresError } from './errors.js';

/** The account that PostgreSQL runs as when this process is root; undefined: PostgreSQL has the account of this process. */
export type ServerAccount = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Returns the spawn options of every child process. The child does not inherit the environment, because variables such as LC_*,
 * LANG, LANGUAGE or PG* would change what PostgreSQL does. Its working folder is `/`, because initdb fails in a folder that its
 * account cannot enter.
 */
export function childOptions(account: ServerAccount): SpawnOptions {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  // Node takes signed 32-bit numbers here. On macOS the uid of `nobody` is 4294967294, and `| 0` converts it to -2.
  return { cwd: '/', env, windowsHide: true, ...(account && { uid: account.uid | 0, gid: account.gid | 0 }) };
}

/** Runs a command to its end. Never throws: if it fails, or cannot be started, the output is the reason. */
export async function runCommand(
  file: string,
  args: readonly string[],
  account?: ServerAccount,
): Promise<{ readonly ok: boolean; readonly output: string }> {
  try {
    const { stdout } = await promisify(execFile)(file, args, { ...childOptions(account), encoding: 'utf8' });
    return { ok: true, output: stdout };
  } catch (error) {
    return { ok: false, output: messageOf(error) };
  }
}

/** Tells whether the account can enter a folder and all folders above it. */
export async function canEnter(folder: string, account: ServerAccount): Promise<boolean> {
  return (await runCommand('test', ['-x', folder], account)).ok;
}

/**
 * Chooses the account of PostgreSQL, which refuses to run as root. For root it is the owner of an existing cluster, because the
 * service may have run under that account before. Without a cluster it is `postgres` or `nobody`. No account is created.
 */
export async function chooseAccount(cluster: string): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(cluster).catch(() => undefined);
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
    if (uid !== 0 && gid !== 0) return { uid, gid };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and there is neither an account "postgres" nor "nobody": ' +
      'start the service as an ordinary user, or set DATABASE_URL',
  );
}

/** 0: there is no such account */
async function idOf(option: '-u' | '-g', name: string): Promise<number> {
  const { ok, output } = await runCommand('id', [option, name]);
  return ok ? Number(output) : 0;
}
