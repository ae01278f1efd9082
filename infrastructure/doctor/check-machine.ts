import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import { NEARLY_FULL, roomAt } from '../server/disk-watch.js';
import { inOneLine } from '../server/process-life.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** The last days of Node's releases with long support. The even ones have it. */
const ENDS: ReadonlyMap<number, string> = new Map([
  [20, '2026-04-30'],
  [22, '2027-04-30'],
  [24, '2028-04-30'],
]);
const USE = 'use Node 24';

/** Warns of a Node that gets no corrections any more. */
export function checkNode(version = process.versions.node, today = new Date()): Finding {
  const major = Number(version.split('.', 1)[0]);
  const end = ENDS.get(major);
  if (major % 2 === 1) return warn('node', `Node ${version} is no release with long support`, USE);
  if (end !== undefined && today.toISOString() > end)
    return warn('node', `Node ${version} has got no corrections since ${end}`, USE);
  return ok('node', `Node ${version}`);
}

const FULL = 0.98;
const GIGABYTE = 1e9;
const MAKE_ROOM = 'make room, or move the folder to a larger disk; see "The disk is full" in docs/operating.md';

/** Checks the room on the disk of a folder, which may not be there yet. */
export async function checkDisk(check: string, folder: string, roomOf = roomAt): Promise<Finding> {
  const room = await roomOf(folder).catch(inOneLine);
  if (typeof room === 'string') return ok(check, `the room of ${folder} cannot be known: ${room}`);
  const { used, free } = room;
  const detail = `${Math.floor(used * 100)} % of the disk of ${folder} are used, ${(free / GIGABYTE).toFixed(1)} GB are free`;
  if (used >= FULL) return fail(check, detail, MAKE_ROOM);
  return used >= NEARLY_FULL ? warn(check, detail, MAKE_ROOM) : ok(check, detail);
}

/** Where the server keeps the database. Null: this role may not know. Of a server elsewhere, the folder is not on this machine. */
const PLACE = `select (select setting from pg_settings where name = 'data_directory') as folder,
  inet_server_addr() is not distinct from inet_client_addr() as "isHere"`;

/** Checks the room on the disk of the database, if that can be known here. */
export async function checkDatabaseDisk(dataSource: DataSource, roomOf = roomAt): Promise<Finding> {
  const check = 'database disk';
  const [{ folder, isHere }] = await dataSource.query<[{ folder: string | null; isHere: boolean }]>(PLACE);
  if (isHere && folder !== null && existsSync(folder)) return checkDisk(check, folder, roomOf);
  const reason = !isHere
    ? 'the server is on another machine'
    : folder === null
      ? 'this role may not ask for data_directory'
      : `${folder} is not on this machine`;
  return ok(check, `its room cannot be known from here, because ${reason}: watch it at the server`);
}
