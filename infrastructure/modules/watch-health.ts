import type { Container } from 'inversify';
import { Database } from '../../adapters/storage/database.js';
import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import { Clock, Log } from '../../application/kernel/ports/ports.js';
import { BackupWatch } from '../backup/backup-watch.js';
import { placeOf } from '../backup/place-of.js';
import type { Opened } from '../database/database.js';
import { tableNames } from '../database/rights.js';
import { Assembly } from '../extensions/assembly.js';
import { ClockWatch } from '../server/clock-watch.js';
import { DiskWatch, folderOf } from '../server/disk-watch.js';
import { Health, type HealthOptions } from '../server/health.js';
import type { ClosingStack } from '../server/process-life.js';
import { watch } from '../server/watches.js';
import { bindDailyBackup } from './daily-backup.js';
import type { Config } from '../settings/config.js';

/** How often it is asked if somebody has set the clock. Nothing is read for that. */
const CLOCK_EVERY_MS = 1_000;

interface WatchedHealth {
  readonly clock: ClockWatch;
  readonly disk: DiskWatch;
  /** null: no backups are made by themselves */
  readonly backups: BackupWatch | null;
  readonly health: Health;
}

/** Watches the clock, the disk and the backups until the service stops, and makes the health check, which tells of them. */
export async function watchHealth(
  config: Config,
  opened: Opened,
  container: Container,
  limits: HealthOptions['limits'],
  closing: ClosingStack,
): Promise<WatchedHealth> {
  const [database, log] = [container.get(Database), container.get(Log)];
  const [clock, disk] = [new ClockWatch(database, log), new DiskWatch(folderOf(config), log)];
  const backups = config.backups.to === null ? null : new BackupWatch(await placeOf(config.backups.to, config), log);
  await watch([clock, disk, ...(backups ? [backups] : [])], closing);
  await watch([{ look: () => clock.lookIfSet() }], closing, CLOCK_EVERY_MS);
  const tables = tableNames(container.get(Assembly).storages);
  if (backups) await bindDailyBackup(container, config, opened, backups);
  const backup = backups && (() => backups.inWords(container.get(Clock).now()));
  const looks = { tables, clock, disk, outgoing: container.get(Outgoing), limits, backup };
  return { clock, disk, backups, health: new Health(opened.dataSource, database, log, looks) };
}
