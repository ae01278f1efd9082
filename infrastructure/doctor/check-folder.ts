import { access, constants, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Checks whether DATA_DIR can be written to, or created, see `whyNotWritable`. */
export async function checkFolder(dataDir: string, needed: boolean): Promise<Finding> {
  const problem = await whyNotWritable(dataDir);
  if (problem === null) return ok('data folder', dataDir);
  const advice = 'set DATA_DIR to a folder that this account may write to';
  return needed ? fail('data folder', problem, advice) : warn('data folder', problem, advice);
}

/**
 * Says why a folder can be neither written to nor created; null: it can be. In a folder that is there, nothing is written. If it is
 * not there, an empty folder is made in the nearest one that is, and removed at once: the permissions of `/proc` do not show that
 * nothing can be made there.
 */
export async function whyNotWritable(folder: string): Promise<string | null> {
  const nearest = await nearestOf(folder);
  try {
    if (!(await stat(nearest)).isDirectory()) return `${nearest} is not a folder`;
    await access(nearest, constants.W_OK | constants.X_OK);
    if (nearest !== folder) await rmdir(await mkdtemp(join(nearest, '.shop-ops-')));
    return null;
  } catch (error) {
    return nearest === folder
      ? `${folder} is not writable (${systemCodeOf(error)})`
      : `${folder} cannot be made: ${nearest} is not writable (${systemCodeOf(error)})`;
  }
}

/** The folder itself if something is there, else the nearest one above it where something is. */
async function nearestOf(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error));
    return isMissing && dirname(folder) !== folder ? nearestOf(dirname(folder)) : folder;
  }
}
