import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf, programOf } from './processes.mjs';

/** The system's folder of temporary files, read before `openFolder` sets another one. */
const OUTSIDE = tmpdir();
/** A server of PostgreSQL that still runs after so long is killed. */
const PATIENCE_MS = 5_000;
const REMOVED = { recursive: true, force: true, maxRetries: 10 };

/** Makes a folder for all temporary files of this process and of the processes that it starts. */
export async function openFolder() {
  const folder = await mkdtemp(join(OUTSIDE, 'shop-operations-drill-'));
  await chmod(folder, 0o755); // PostgreSQL does not run as root, and must enter it
  process.env.TMPDIR = folder;
  return folder;
}

/** Moves a folder out of that for temporary files, so that it outlives the drill. Returns its new path. */
export async function keep(folder) {
  const kept = join(OUTSIDE, basename(folder));
  await rename(folder, kept);
  return kept;
}

/**
 * Waits for what breaks a drill off. Resolves with an exit code at a signal, and rejects at an error that nothing else handles. From
 * this call on, neither of them ends the process, so that it can end first what it has started.
 */
export function brokenOff() {
  return new Promise((resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(128 + constants.signals[signal]));
    for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, reject);
  });
}

/**
 * Ends all processes that this process has started, whichever code has started them, and removes the folder. On other systems than
 * Linux only the folder is removed. The process must exit at once afterwards: a drill that was broken off still runs, and might
 * start others.
 */
export async function endProcesses(folder) {
  const patientUntil = performance.now() + PATIENCE_MS;
  for (;;) {
    const left = process.platform === 'linux' ? descendantsOf(process.pid) : [];
    if (left.length === 0) return rmSync(folder, REMOVED);
    for (const pid of left) end(pid, performance.now() < patientUntil);
    // Without its files, a database that was ended is not started again. What still writes ends before the next round.
    await rm(folder, REMOVED).catch(() => undefined);
    await sleep(50);
  }
}

/** PostgreSQL removes its shared memory when SIGQUIT ends it. SIGCONT is for a process that a drill has stopped. */
function end(pid, isPatient) {
  const signals = isPatient && programOf(pid) === 'postgres' ? ['SIGQUIT', 'SIGCONT'] : ['SIGKILL'];
  try {
    for (const signal of signals) process.kill(pid, signal);
  } catch {
    // the process has just ended
  }
}
