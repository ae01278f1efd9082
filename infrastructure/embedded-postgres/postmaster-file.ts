import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

import { errorCode } from './errors.js';

/** What PostgreSQL's own lock file says. We read it and never write or remove it. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
}

/** `undefined` when there is none, or its writer hasn't got as far as the port. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (lines.length < 5 || !Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port)) return undefined;
  return { pid, port };
}

/** Is the process that the file names alive, and not known to be something else than this cluster's server? */
export async function isServing(file: PostmasterFile, data: string): Promise<boolean> {
  return isAlive(file.pid) && !(await isSomethingElse(file.pid, data));
}

/**
 * The number in a file that a crash left behind may meanwhile belong to any process. PostgreSQL then refuses to start
 * if that process has its own account; this is the number to tell it as "not a server of mine", if so.
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
    return errorCode(error) === 'EPERM';
  }
}

// A server's working folder is its data folder. Known on Linux only; elsewhere the answer is "can't tell".
async function isSomethingElse(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    return (await readlink(`/proc/${String(pid)}/cwd`)) !== data;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true; // gone, or a zombie
    const name = await readFile(`/proc/${String(pid)}/comm`, 'utf8').catch(() => 'postgres');
    return name.trim() !== 'postgres';
  }
}
