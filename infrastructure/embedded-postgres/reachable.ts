import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { constants } from 'node:fs';
import type { Stats } from 'node:fs';

import type { ServerAccount } from './child-command.js';

/** Tells whether the account can enter this folder and every folder above it. No part of the path may be a link. */
export async function canEnter(path: string, account: ServerAccount): Promise<boolean> {
  return permits(path, account, { user: constants.S_IXUSR, group: constants.S_IXGRP, other: constants.S_IXOTH });
}

/** Tells whether the account can enter every folder above this file or folder, and can read and execute (or enter) it. */
export async function canReadAndExecute(path: string, account: ServerAccount): Promise<boolean> {
  if (!(await canEnter(path, account))) return false;
  return allows(await stat(path), account, {
    user: constants.S_IRUSR,
    group: constants.S_IRGRP,
    other: constants.S_IROTH,
  });
}

interface Bits {
  readonly user: number;
  readonly group: number;
  readonly other: number;
}

async function permits(path: string, account: ServerAccount, bits: Bits): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !allows(found, account, bits)) return false;
  const parent = dirname(path);
  return parent === path || permits(parent, account, bits);
}

// Tells whether the permissions allow something to an account. Only the first class that fits (owner, group, other) counts: an
// owner without the bit is refused, even if "other" has the bit.
function allows(stats: Stats, account: ServerAccount, bits: Bits): boolean {
  if (stats.uid === account.uid) return (stats.mode & bits.user) !== 0;
  if (stats.gid === account.gid) return (stats.mode & bits.group) !== 0;
  return (stats.mode & bits.other) !== 0;
}
