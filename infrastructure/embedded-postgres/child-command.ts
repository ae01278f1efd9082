import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';

import { errorMessage } from './errors.js';

/** The account that PostgreSQL runs as when this process is root. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

export interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
}

/**
 * Returns the spawn options of every child process. The child does not inherit the environment, because variables such as LC_*,
 * LANG, LANGUAGE or PG* would change what PostgreSQL does. Its working folder is `/`, because initdb fails in a folder that its
 * account cannot enter.
 */
export function childOptions(account: ServerAccount | undefined): SpawnOptions {
  const options: SpawnOptions = {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    windowsHide: true,
  };
  // Node takes signed 32-bit numbers here. On macOS the uid of `nobody` is 4294967294, and `| 0` converts it to -2.
  return account === undefined ? options : { ...options, uid: account.uid | 0, gid: account.gid | 0 };
}

/** Runs a command to its end. Never throws: a command that cannot be started gives `ok: false` and the reason as output. */
export async function runCommand(file: string, args: readonly string[], account?: ServerAccount): Promise<CommandResult> {
  return new Promise((resolve) => {
    let output = '';
    const fail = (error: unknown): void => {
      resolve({ ok: false, output: errorMessage(error) });
    };
    try {
      const child = spawn(file, [...args], { ...childOptions(account), stdio: ['ignore', 'pipe', 'pipe'] });
      const collect = (chunk: Buffer): void => {
        output += chunk.toString('utf8');
      };
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      child.once('error', fail);
      child.once('close', (code) => {
        resolve({ ok: code === 0, output });
      });
    } catch (error) {
      fail(error);
    }
  });
}
