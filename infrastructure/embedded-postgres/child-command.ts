import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';

import { errorMessage } from './errors.js';

/** The account PostgreSQL runs as when we are root. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

export interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
}

/**
 * What every child gets: nothing is inherited, so that no LC_*, LANG, LANGUAGE or PG* of the caller can reach
 * PostgreSQL. The working folder is one that every account can enter (initdb dies in a folder it can't).
 */
export function childOptions(account: ServerAccount | undefined): SpawnOptions {
  const options: SpawnOptions = {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    windowsHide: true,
  };
  // Node wants signed numbers here; the uid of macOS' `nobody` is 4294967294.
  return account === undefined ? options : { ...options, uid: account.uid | 0, gid: account.gid | 0 };
}

/** Runs a command to its end; never throws: what can't be started is `ok: false` with the reason as output. */
export async function runCommand(
  file: string,
  args: readonly string[],
  account?: ServerAccount,
): Promise<CommandResult> {
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
