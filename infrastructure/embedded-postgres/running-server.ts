import { setTimeout as sleep } from 'node:timers/promises';

import { attach, disconnect } from './attach.js';
import type { Attachment } from './attach.js';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError } from './errors.js';
import { isServing, readPostmasterFile } from './postmaster-file.js';
import type { PostmasterFile } from './postmaster-file.js';
import { logTail, spawnServer } from './server-process.js';
import type { StartedBy } from './server-process.js';

const START_LIMIT_MS = 30_000; // a server that recovers from a crash may start slowly
const FAST_STOP_MS = 4500;
const IMMEDIATE_STOP_MS = 1500;

export interface Start {
  /** the name of the connection in PostgreSQL */
  readonly name: string;
  readonly startedBy: StartedBy;
  /** the server's port; by default a free port */
  readonly port?: number;
  /** aborts a start in progress */
  readonly stopping?: AbortSignal;
}

/**
 * Connects to the cluster's server, and starts one when none runs. If several processes start a server at once, PostgreSQL's own
 * lock file lets one of the servers run. The other servers end, and their processes connect to the one that runs.
 */
export async function connectOrStart(cluster: Cluster, start: Start): Promise<Attachment> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (let failures = 0; failures < 3 && Date.now() < deadline && !start.stopping?.aborted;) {
    const found = await attach(cluster, start.name);
    if (typeof found === 'object') return found;
    const launched = found === 'absent' ? await launch(cluster, start, deadline) : undefined;
    if (launched !== undefined) return launched;
    // If there is no server now, not even one of another process, the attempt has failed. Perhaps another program took the port,
    // and the next attempt succeeds. Or the server cannot start at all.
    if (found === 'absent' && !(await isHeld(cluster))) failures += 1;
    await sleep(100);
  }
  throw new EmbeddedPostgresError(
    `the embedded database in ${cluster.dataDir} did not start: ${await logTail(cluster)} (${cluster.logFile})`,
  );
}

/**
 * Stops the server. If it does not end within the time for a fast shutdown, it gets an immediate one, after which PostgreSQL
 * recovers at its next start.
 */
export async function stopServer(cluster: Cluster, server: PostmasterFile): Promise<void> {
  if (await isGone(cluster, server)) return;
  signal(server.pid, 'SIGINT');
  if (await hasGone(cluster, server, FAST_STOP_MS)) return;
  signal(server.pid, 'SIGQUIT');
  await hasGone(cluster, server, IMMEDIATE_STOP_MS);
}

async function launch(
  cluster: Cluster,
  { name, startedBy, port, stopping }: Start,
  deadline: number,
): Promise<Attachment | undefined> {
  const started = await spawnServer(cluster, startedBy, port);
  while (!started.hasEnded() && Date.now() < deadline && !stopping?.aborted) {
    await sleep(25);
    const found = await attach(cluster, name);
    if (typeof found !== 'object') continue;
    if (found.server.pid === started.child.pid) return found;
    // Another process started this server. The server that was started here ends by itself when it finds the lock file.
    await disconnect(found.client);
  }
  if (!started.hasEnded()) started.child.kill('SIGQUIT');
  const failure = started.spawnFailure();
  if (failure !== undefined) throw new EmbeddedPostgresError(`PostgreSQL cannot be started: ${failure}`);
  return undefined;
}

async function isHeld(cluster: Cluster): Promise<boolean> {
  const file = await readPostmasterFile(cluster.data);
  return file !== undefined && isServing(file, cluster.data);
}

async function hasGone(cluster: Cluster, server: PostmasterFile, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if (await isGone(cluster, server)) return true;
    await sleep(20);
  }
  return false;
}

// Tells whether the server has ended. A server removes its lock file last, so it has ended when this file is gone. Its process id
// may still exist: a process whose parent does not wait for it remains as a zombie.
async function isGone(cluster: Cluster, server: PostmasterFile): Promise<boolean> {
  const file = await readPostmasterFile(cluster.data);
  return file?.pid !== server.pid || file.port !== server.port || !(await isServing(file, cluster.data));
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // the process ended between the check and the signal
  }
}
