import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf, programOf } from './processes.mjs';

/** The system's folder of temporary files, read before `runToTheEnd` sets another one. */
const OUTSIDE = tmpdir();
/** A server of PostgreSQL that still runs after so long is killed. */
const PATIENCE_MS = 5_000;
const REMOVED = { recursive: true, force: true, maxRetries: 10 };
const endings = [];

/** Adds what is done after a run that was not broken off: the last one first. */
export function atEnd(work) {
  endings.push(work);
}

/** Makes a folder for temporary files, which the account of PostgreSQL may enter when root runs this program. */
export async function openFolder(parent = tmpdir()) {
  const folder = await mkdtemp(join(parent, 'shop-operations-workshop-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Moves a folder out of that for temporary files, so that it outlives the run. Returns its new path. */
export async function keep(folder) {
  const kept = join(OUTSIDE, basename(folder));
  await rename(folder, kept);
  return kept;
}

/**
 * Runs a drill or a measurement, and exits with the code that it returns, with 1 after an error, or with that of a signal.
 * Nothing stays behind, also when it throws and after Ctrl-C: no process that it has started and no temporary file, except what
 * it `keep`s.
 */
export async function runToTheEnd(run) {
  const folder = await openFolder(OUTSIDE);
  process.env.TMPDIR = folder; // also for the processes that it starts
  const exitCode = await Promise.race([brokenOff(), ended(run)]).catch((error) => {
    console.error(error);
    return 1;
  });
  await endProcesses(folder);
  process.exit(exitCode);
}

async function ended(run) {
  const exitCode = await run();
  for (const work of endings.reverse()) await work();
  return exitCode;
}

/**
 * Resolves with an exit code at a signal, and rejects at an error that nothing else handles. Neither ends the process by itself.
 */
function brokenOff() {
  return new Promise((resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(128 + constants.signals[signal]));
    for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, reject);
  });
}

/**
 * Ends all processes that this process has started, whichever code has started them, and removes the folder. On other systems
 * than Linux only the folder is removed. The process must exit at once afterwards: what was broken off still runs, and might
 * start others.
 */
async function endProcesses(folder) {
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
