import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
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

const [NEARLY_FULL, FULL] = [0.9, 0.98];

/** Checks the room on the disk of the first folder that is there. */
export async function checkDisk(...folders: readonly string[]): Promise<Finding> {
  const folder = folders.find((one) => existsSync(one));
  if (folder === undefined) return ok('disk', 'the folders are not there yet');
  const place = await statfs(folder);
  const taken = 1 - place.bavail / place.blocks;
  const detail = `${Math.round(taken * 100)} % of the disk of ${folder} are taken`;
  const advice = 'make room, or move the folder to a larger disk; see "The disk is full" in docs/operating.md';
  if (taken >= FULL) return fail('disk', detail, advice);
  return taken >= NEARLY_FULL ? warn('disk', detail, advice) : ok('disk', detail);
}
