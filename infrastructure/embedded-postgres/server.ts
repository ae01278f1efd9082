import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open, readFile, readlink, realpath, rename, stat } from 'node:fs/promises';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { messageOf, systemCodeOf } from '../../adapters/system-errors.js';
import { within } from '../../adapters/time-limit.js';
import { childOptions } from './account.js';
import { provideProgram } from './binaries.js';
import { DATABASE_USER, type Cluster } from './cluster.js';
import { EmbeddedPostgresError } from './errors.js';

/** A server as PostgreSQL's own lock file, postmaster.pid, shows it. Nothing else than PostgreSQL writes that file. */
interface Server {
  readonly pid: number;
  readonly port: number;
}

export interface Visit {
  readonly client: Client;
  readonly server: Server;
  /** Ends the connection, also when it is broken or its server hangs. */
  readonly drop: () => Promise<void>;
}

export interface StartOptions {
  /** the server's port; by default the one that a killed server had, or a free one */
  readonly port?: number;
  /** aborts a start in progress */
  readonly stopping?: AbortSignal;
  /** is told when the server has to be started */
  readonly progress?: ((message: string) => void) | undefined;
}

const START_LIMIT_MS = 30_000; // a server that recovers from a crash may start slowly
const MOST_STARTS = 3;
const RETRY_MS = 300;
const FAST_STOP_MS = 4500;
const IMMEDIATE_STOP_MS = 1500;
const DISCONNECT_LIMIT_MS = 500;
const LOG_LIMIT = 10_000_000;
const HOST = '127.0.0.1';

const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server's log must not contain values of rows. An error's detail, its context and its statement can contain such values,
  // so these are not logged.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
} as const;

/**
 * Connects to the cluster's server, and starts one when none runs. If several processes start a server at once, PostgreSQL's own
 * lock file lets one of the servers run. The other servers end, and their processes connect to the one that runs.
 */
export async function connectOrStart(cluster: Cluster, { port, stopping, progress }: StartOptions): Promise<Visit> {
  const deadline = Date.now() + START_LIMIT_MS;
  let child: ChildProcess | undefined;
  let starts = 0;
  while (Date.now() < deadline && !stopping?.aborted) {
    const found = await attach(cluster);
    if (typeof found === 'object') return found;
    if (found === 'busy' || (child && !hasEnded(child))) {
      await sleep(25);
    } else if (starts < MOST_STARTS) {
      if (starts === 0) progress?.('starting the embedded database');
      // A start may have failed because the processes of a killed server had not ended yet, or another program took the port.
      else await sleep(RETRY_MS);
      child = await startServer(cluster, port);
      starts += 1;
    } else break;
  }
  if (child && !hasEnded(child)) child.kill('SIGQUIT');
  const log = await readFile(cluster.logFile, 'utf8').catch(() => '');
  const reason = log.trim().split('\n').slice(-3).join(' ');
  throw new EmbeddedPostgresError(`the embedded database in ${cluster.dataDir} did not start: ${reason} (${cluster.logFile})`);
}

/**
 * Stops the server. If it does not end within the time for a fast shutdown, it gets an immediate one, after which PostgreSQL
 * recovers at its next start.
 */
export async function stopServer({ data }: Cluster, { pid, port }: Server): Promise<void> {
  // A server removes its lock file last. Its process id may still exist: as a zombie, if its parent does not wait for it.
  const isRunning = async (): Promise<boolean> => {
    const server = await readServer(data);
    return server?.pid === pid && server.port === port && isServing(server, data);
  };
  for (const [signal, patience] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
  ] as const) {
    if (!(await isRunning())) return;
    try {
      process.kill(pid, signal);
    } catch {
      return; // the process ended between the check and the signal
    }
    for (const deadline = Date.now() + patience; Date.now() < deadline && (await isRunning());) await sleep(20);
  }
}

/** Connects to the server of a cluster. @returns absent: none runs; busy: it is starting, recovering or shutting down */
async function attach(cluster: Cluster): Promise<Visit | 'busy' | 'absent'> {
  const server = await readServer(cluster.data);
  if (!server || !(await isServing(server, cluster.data))) return 'absent';
  const socket = new Socket();
  const client = new Client({
    host: HOST,
    port: server.port,
    user: DATABASE_USER,
    password: cluster.password,
    // An advisory lock holds only within its database, so all processes must lock in the same one. The service never drops or
    // renames the database `postgres`.
    database: 'postgres',
    application_name: 'shop-operations',
    ssl: false,
    stream: () => socket,
    connectionTimeoutMillis: 3000,
    query_timeout: 5000,
  });
  client.on('error', () => undefined); // without a listener, a lost connection would end this process
  const drop = async (): Promise<void> => {
    await within(
      DISCONNECT_LIMIT_MS,
      client.end().catch(() => undefined),
      () => undefined,
    );
    socket.destroy(); // when the server hangs, `end` waits for ever
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    if ((await realpath(rows[0]?.data_directory ?? '')) === cluster.data) return { client, server, drop };
    await drop(); // after a crash, another server got the port, and another process the id
    return 'absent';
  } catch {
    await drop();
    return 'busy';
  }
}

/**
 * Starts PostgreSQL in a session of its own. Otherwise Ctrl-C would stop the server before the service has finished its work.
 * After a crash its lock file remains, and the system may give the process id in it to another process. PostgreSQL would take
 * that for a server, so it must be told this id. (The variable is meant for the shell of pg_ctl.) PostgreSQL still checks for
 * shared memory in use, so a wrong id cannot lead to two servers on one cluster.
 */
async function startServer({ dataDir, data, account, logFile }: Cluster, port?: number): Promise<ChildProcess> {
  const postgres = await provideProgram('postgres', dataDir, account);
  const left = await readServer(data);
  const killed = left && !(await isServing(left, data)) ? left : undefined;
  const settings = { ...SETTINGS, port: port ?? (await freePort(killed?.port)) };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const options = childOptions(account);
  const env = { ...options.env, ...(killed && { PG_GRANDPARENT_PID: String(killed.pid) }) };
  const written = await stat(logFile).catch(() => undefined);
  if (written && written.size > LOG_LIMIT) await rename(logFile, `${logFile}.1`);
  const log = await open(logFile, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  try {
    const stdio = ['ignore' as const, log.fd, log.fd];
    const child = spawn(postgres, ['-D', data, ...args], { ...options, env, detached: true, stdio });
    await once(child, 'spawn').catch((error: unknown) => {
      throw new EmbeddedPostgresError(`PostgreSQL cannot be started: ${messageOf(error)}`);
    });
    child.unref(); // this process may end before the server, because another process may have taken the server over
    return child;
  } finally {
    await log.close();
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function freePort(wanted = 0): Promise<number> {
  const probe = createServer().listen(wanted, HOST);
  try {
    await once(probe, 'listening');
  } catch {
    return freePort();
  }
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

async function readServer(data: string): Promise<Server | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return lines.length < 5 || !Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) ? undefined : { pid, port };
}

/**
 * Tells whether the process is alive and, as far as can be known, is the server of this cluster. A server's working folder is its
 * data folder, which can be read only on Linux.
 */
async function isServing({ pid }: Server, data: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCodeOf(error) !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === data;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false; // the process has ended, or is a zombie
    return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres')).trim() === 'postgres';
  }
}
