import type { Container } from 'inversify';
import { Database } from '../../adapters/storage/database.js';
import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import { Log } from '../../application/kernel/ports/ports.js';
import type { Opened } from '../database/database.js';
import { tableNames } from '../database/rights.js';
import { Assembly } from '../extensions/assembly.js';
import { ClockWatch } from '../server/clock-watch.js';
import { DiskWatch, folderOf } from '../server/disk-watch.js';
import { Health, type HealthOptions } from '../server/health.js';
import type { ClosingStack } from '../server/process-life.js';
import { watch } from '../server/watches.js';
import type { Config } from '../settings/config.js';

interface WatchedHealth {
  readonly clock: ClockWatch;
  readonly disk: DiskWatch;
  readonly health: Health;
}

/** Watches the clock and the disk until the service stops, and makes the health check, which tells of them. */
export async function watchHealth(
  config: Config,
  { dataSource }: Opened,
  container: Container,
  limits: HealthOptions['limits'],
  closing: ClosingStack,
): Promise<WatchedHealth> {
  const [database, log] = [container.get(Database), container.get(Log)];
  const [clock, disk] = [new ClockWatch(database, log), new DiskWatch(folderOf(config), log)];
  await watch([clock, disk], closing);
  const tables = tableNames(container.get(Assembly).storages);
  const health = new Health(dataSource, database, log, { tables, clock, disk, outgoing: container.get(Outgoing), limits });
  return { clock, disk, health };
}
