import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { BackupFolder } from '../../adapters/files/backup-place.js';
import type { DatabaseConnections } from '../../adapters/postgres/pool.js';
import { SystemClock } from '../../adapters/system-clock.js';
import { signingKeys } from '../database/database.js';
import { isHalfRestored, migrationStates } from '../database/migrations.js';
import { inOneLine } from '../server/process-life.js';
import type { Config } from '../settings/config.js';

interface ToMigrate {
  readonly config: Config;
  /** false: whoever runs a database of his own saves it as he likes */
  readonly embedded: boolean;
  readonly dataSource: DataSource;
  readonly connections: Pick<DatabaseConnections, 'patient'>;
  readonly tell?: (message: string) => void;
}

/** So many are kept. */
const KEPT = 3;

/**
 * Migrates, and saves the tables of an embedded database before. Files are not saved, because no migration changes them.
 * @throws Error of the migration, with the place of the state before it
 */
export async function withBackupBefore<T>(given: ToMigrate, migrate: () => Promise<T>): Promise<T> {
  const saved = await saveBefore(given);
  try {
    return await migrate();
  } catch (error) {
    if (saved === null) throw error;
    throw new Error(`${inOneLine(error)}; the tables as they were before are in ${saved}: see shop-ops restore`, {
      cause: error,
    });
  }
}

/** Null: there is nothing to save. */
async function saveBefore({ config, embedded, dataSource, connections, tell }: ToMigrate): Promise<string | null> {
  if (!embedded || !config.backups.beforeMigration) return null;
  if (await isHalfRestored(dataSource)) return null;
  const states = await migrationStates(dataSource);
  if (!states.some(({ applied }) => applied) || states.every(({ applied }) => applied)) return null;
  const { makeBackup } = await import('./make-backup.js'); // most starts need none
  const { removeOld } = await import('./old-backups.js');
  tell?.('saving the tables before they are changed');
  const place = new BackupFolder(join(config.dataDir, 'backups'));
  const now = new SystemClock().now();
  const source = { connections, files: null, signingKeys: await signingKeys(config), now, tell: () => undefined };
  const { name } = await makeBackup(source, place);
  await removeOld(place, KEPT, now);
  return join(place.address, name);
}
