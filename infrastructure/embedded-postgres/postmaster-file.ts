import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../../adapters/system-errors.js';

/** The process id and the port in PostgreSQL's own lock file. The service only reads this file. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
}

/**
 * Reads the lock file. The result is `undefined` if the file does not exist, or if PostgreSQL has not yet written the port into
 * it.
 */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (lines.length < 5 || !Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port)) return undefined;
  return { pid, port };
}

/** Tells whether the process of the lock file is alive and, as far as can be known, is the server of this cluster. */
export async function isServing(file: PostmasterFile, data: string): Promise<boolean> {
  return isAlive(file.pid) && !(await isSomethingElse(file.pid, data));
}

/**
 * Returns the process id in the lock file if it now belongs to a process that is not the server. After a crash the file remains,
 * and the system may give the id to another process. If that process has PostgreSQL's account, PostgreSQL takes it for a server
 * and does not start. So PostgreSQL must be told this id.
 */
export async function foreignPid(data: string): Promise<number | undefined> {
  const file = await readPostmasterFile(data);
  return file !== undefined && isAlive(file.pid) && (await isSomethingElse(file.pid, data)) ? file.pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
}

// Tells whether the process is certainly not the server of this cluster. A server's working folder is its data folder. Only on
// Linux can the working folder of a process be read, so elsewhere the result is false.
async function isSomethingElse(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    return (await readlink(`/proc/${String(pid)}/cwd`)) !== data;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return true; // the process has ended, or is a zombie
    const name = await readFile(`/proc/${String(pid)}/comm`, 'utf8').catch(() => 'postgres');
    return name.trim() !== 'postgres';
  }
}
