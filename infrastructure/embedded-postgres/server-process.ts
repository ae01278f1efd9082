import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { createServer } from 'node:net';

import { childOptions } from './child-command.js';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError } from './errors.js';
import { foreignPid } from './postmaster-file.js';

/** The kind of process that started a server. The last visitor stops a server of a visitor, but never a server of a service. */
export type StartedBy = 'service' | 'visitor';

const LOG_LIMIT = 10_000_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server's log must not contain values of rows. An error's detail, its context and its statement can contain such values,
  // so these are not logged.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
} as const;

export interface ServerProcess {
  readonly child: ChildProcess;
  hasEnded(): boolean;
  /** The reason why the process could not be spawned. Later failures are in the server's log. */
  spawnFailure(): string | undefined;
}

/**
 * Starts PostgreSQL in a session of its own. Otherwise Ctrl-C would stop the server before the service has finished its work.
 * @param port by default a free port
 */
export async function spawnServer(cluster: Cluster, startedBy: StartedBy, port?: number): Promise<ServerProcess> {
  const settings = { ...SETTINGS, port: String(port ?? (await freePort())), cluster_name: startedBy };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const options = childOptions(cluster.account);
  const foreign = await foreignPid(cluster.data);
  // PostgreSQL ignores the process id of this variable in its lock file. (The variable is meant for the shell of pg_ctl.)
  // PostgreSQL still checks for shared memory in use, so a wrong id cannot lead to two servers on one cluster.
  const env = foreign === undefined ? options.env : { ...options.env, PG_GRANDPARENT_PID: String(foreign) };
  const log = await openLog(cluster.logFile);
  try {
    const stdio = ['ignore' as const, log.fd, log.fd];
    const all = ['-D', cluster.data, ...args];
    return watch(spawn(cluster.binaries.postgres, all, { ...options, env, detached: true, stdio }));
  } finally {
    await log.close();
  }
}

/** Returns the last three lines of the server's log as one line, for an error message. */
export async function logTail(cluster: Cluster): Promise<string> {
  const text = await readFile(cluster.logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-3).join(' ');
}

function watch(child: ChildProcess): ServerProcess {
  let ended = false;
  let failure: string | undefined;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', (error) => {
    ended = true;
    failure = error.message;
  });
  child.unref(); // this process may end before the server, because another process may have taken the server over
  return { child, hasEnded: () => ended, spawnFailure: () => failure };
}

async function openLog(path: string): Promise<FileHandle> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && found.size > LOG_LIMIT) await rename(path, `${path}.1`);
  return open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new EmbeddedPostgresError('no free port on 127.0.0.1'));
      });
    });
  });
}
