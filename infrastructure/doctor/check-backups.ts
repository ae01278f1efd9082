import { ageInWords, ageOf, knownBackups, OLD_MS } from '../backup/backup-watch.js';
import { placeOf } from '../backup/place-of.js';
import { instantOf } from '../../domain/shared/instant.js';
import { inOneLine } from '../server/process-life.js';
import type { Config } from '../settings/config.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Checks whether the daily backup is there, and whether one was verified. */
export async function checkBackups(to: string, config: Config): Promise<Finding> {
  try {
    const known = await knownBackups(await placeOf(to, config));
    const now = instantOf(Date.now());
    const detail = `the backups in BACKUP_TO: ${ageInWords(known, now)}`;
    if (ageOf(known.made, now) > OLD_MS)
      return warn(
        'backups',
        detail,
        'an instance that works makes one each day: its log says what hinders it; shop-ops backup makes one now',
      );
    if (ageOf(known.verified, now) > 2 * OLD_MS)
      return warn('backups', detail, 'shop-ops backup verify PATH says why: the role must be allowed to create a database');
    return ok('backups', detail);
  } catch (error) {
    return fail('backups', `BACKUP_TO cannot be read: ${inOneLine(error)}`, 'correct the setting, or the rights there');
  }
}
