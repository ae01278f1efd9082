import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../../adapters/system-errors.js';

/** The contents of PostgreSQL's own lock file. The service only reads that file, and never writes or removes it. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
}

/** `undefined` when the file does not exist, or PostgreSQL has not yet written the port into it. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (lines.length < 5 || !Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port)) return undefined;
  return { pid, port };
}

/** Tells whether the process in the file is alive and, as far as can be known, is the server of this cluster. */
export async function isServing(file: PostmasterFile, data: string): Promise<boolean> {
  return isAlive(file.pid) && !(await isSomethingElse(file.pid, data));
}

/**
 * The process id in the file, if it belongs to a process that is not the server. A crash leaves the file behind, and the system
 * may give the id to any other process. PostgreSQL refuses to start when that process runs under PostgreSQL's account, so it must
 * be told that the process is no server.
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

// A server's working folder is its data folder. Only on Linux can the working folder of a process be read, so elsewhere the
// result is false.
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
