import type { Container } from 'inversify';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { Clock, Log } from '../../application/kernel/ports/ports.js';
import type { BackupWatch } from '../backup/backup-watch.js';
import { DailyBackup } from '../backup/daily-backup.js';
import { signingKeys, type Opened } from '../database/database.js';
import { Assembly } from '../extensions/assembly.js';
import type { Config } from '../settings/config.js';

/** Lets this process make the daily backup, if it does background work. */
export async function bindDailyBackup(
  container: Container,
  config: Config,
  { connections }: Opened,
  watch: BackupWatch,
): Promise<void> {
  const verification = { config, assembly: container.get(Assembly), connections, signingKeys: await signingKeys(config) };
  const ports = { files: container.get(FileStorage), clock: container.get(Clock), log: container.get(Log) };
  container.bind(DailyBackup).toConstantValue(new DailyBackup({ place: watch.place, watch, verification, ...ports }));
}
