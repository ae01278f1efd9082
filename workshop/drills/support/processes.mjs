import { readdirSync, readFileSync } from 'node:fs';

/** The process ids of the children of a process, and of their children, as Linux knows them. */
export function descendantsOf(ancestor) {
  const parents = new Map(running().map((pid) => [pid, parentOf(pid)]));
  const childrenOf = (pid) => [...parents.keys()].filter((each) => parents.get(each) === pid);
  const family = childrenOf(ancestor);
  for (const pid of family) family.push(...childrenOf(pid));
  return family;
}

/** The process id of a process's parent; null: the process has ended. */
export function parentOf(pid) {
  const status = statusOf(pid);
  const [, parent] = /^PPid:\s+(\d+)/m.exec(status) ?? [];
  const isZombie = /^State:\s+Z/m.test(status);
  return parent === undefined || isZombie ? null : Number(parent);
}

/** The name of the program of a process. */
export function programOf(pid) {
  return /^Name:\s+(.*)/m.exec(statusOf(pid))?.[1] ?? null;
}

function running() {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return ''; // the process has just ended
  }
}
