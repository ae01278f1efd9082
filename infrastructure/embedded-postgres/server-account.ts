import { stat } from 'node:fs/promises';

import { runCommand } from './child-command.js';
import type { ServerAccount } from './child-command.js';
import { EmbeddedPostgresError } from './errors.js';

const ACCOUNTS = ['postgres', 'nobody'] as const;

/**
 * Chooses the account that PostgreSQL runs as, because PostgreSQL refuses to run as root. The result is `undefined` if this
 * process does not run as root: then PostgreSQL has the same account. For root it is the owner of an existing cluster, because
 * the service may have run under that account before. Without a cluster it is `postgres` or `nobody`. The service creates no
 * account.
 */
export async function chooseAccount(clusterPath: string): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(clusterPath).catch(() => undefined);
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  for (const name of ACCOUNTS) {
    const account = await lookUp(name);
    if (account !== undefined) return account;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and there is neither an account "postgres" nor "nobody": ' +
      'start the service as an ordinary user, or set DATABASE_URL',
  );
}

async function lookUp(name: string): Promise<ServerAccount | undefined> {
  const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid };
}

async function idOf(option: '-u' | '-g', name: string): Promise<number | undefined> {
  const { ok, output } = await runCommand('id', [option, name]);
  const id = Number(output.trim());
  return ok && output.trim() !== '' && Number.isInteger(id) ? id : undefined;
}
