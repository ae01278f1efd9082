import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Checks whether DATA_DIR can be written to, or created. Nothing is written. */
export async function checkFolder(dataDir: string, needed: boolean): Promise<Finding> {
  const problem = await whyNotWritable(dataDir);
  if (problem === null) return ok('data folder', dataDir);
  const advice = 'set DATA_DIR to a folder that this account may write to';
  return needed ? fail('data folder', problem, advice) : warn('data folder', problem, advice);
}

/** Says why a folder can be neither written to nor created; null: it can be. Nothing is written. */
export async function whyNotWritable(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT' && dirname(folder) !== folder) return whyNotWritable(dirname(folder));
    return `${folder} is not writable (${systemCodeOf(error)})`;
  }
}
