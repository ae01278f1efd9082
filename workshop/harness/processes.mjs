// Reads from the kernel what processes cost, and waits for the end of child processes.
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of the CPU time of ended processes in µs. Linux counts it in hundredths of a second. */
const TICK_US = 10_000;

/** The process ids of the children of a process, and of their children. */
export function descendantsOf(ancestor) {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(running.map((pid) => [Number(pid), parentOf(pid)]));
  const childrenOf = (pid) => [...parents.keys()].filter((each) => parents.get(each) === pid);
  const family = childrenOf(ancestor);
  for (const pid of family) family.push(...childrenOf(pid));
  return family;
}

/** The process id of a process's parent; null: the process has ended. */
export function parentOf(pid) {
  const isZombie = fieldOf(pid, 'State').startsWith('Z');
  return isZombie ? null : Number(fieldOf(pid, 'PPid')) || null;
}

/** The name of the program of a process. */
export function programOf(pid) {
  return fieldOf(pid, 'Name');
}

/** The memory of a process in bytes, now and at most; 0: it has ended. */
export function memoryOf(pid) {
  const bytes = (field) => 1024 * (Number.parseInt(fieldOf(pid, field), 10) || 0);
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/**
 * Returns the CPU time of a process in µs, which the scheduler counts in nanoseconds. The ticks in `stat` are too coarse, because
 * a round takes only some tens of ticks.
 */
export function timeOf(pid) {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, time) => sum + time, 0) / 1000;
  } catch {
    return 0; // the process ended after it was listed
  }
}

/** Returns the CPU time of a database in µs, with that of backends that have ended, because a pool closes idle connections. */
export function databaseTime(postmaster) {
  return descendantsOf(postmaster).reduce((sum, child) => sum + timeOf(child), endedChildrenTime(postmaster));
}

/** Returns the CPU time in µs of the children of a process that have ended. */
export function endedChildrenTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_US;
}

/** Stops a child process, and resolves when it has ended, even if it ended before this call. */
export function ended(child, signal = 'SIGTERM') {
  child.removeAllListeners('exit');
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}

export function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

/** A field of a process's status; empty: the process has ended, or does not have the field. */
function fieldOf(pid, field) {
  try {
    return new RegExp(`^${field}:\\s+(.*)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}
