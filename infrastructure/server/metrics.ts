import type { Container } from 'inversify';
import type { SharedCounts } from '../../adapters/limits/counted-limits.js';
import { createMetricsServer } from '../../adapters/metrics/metrics-server.js';
import type { Metrics } from '../../adapters/metrics/metrics.js';
import type { DatabaseConnections } from '../../adapters/postgres/pool.js';
import { Database } from '../../adapters/storage/database.js';
import { deploymentState, oldestTextSeconds, queuedJobs } from '../../adapters/storage/deployment-state.js';
import { countWaitingEvents } from '../../adapters/storage/outbox/event-follower.js';
import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import { DueDeliveries } from '../../application/areas/webhooks/deliveries.js';
import { Clock, Log } from '../../application/kernel/ports/ports.js';
import type { Instant } from '../../domain/shared/instant.js';
import { migrationStates } from '../database/migrations.js';
import type { Config } from '../settings/config.js';
import { buildInfo } from './build-info.js';
import { ageOf, type BackupWatch } from '../backup/backup-watch.js';
import type { ClockWatch } from './clock-watch.js';
import type { DiskWatch } from './disk-watch.js';
import type { Health } from './health.js';
import { close, listen } from './http-server.js';
import { cannotListen, settingOfMetrics } from './reserved-port.js';

/** The milliseconds that a request for metrics gets to finish when the service stops. Such requests are short. */
const GRACE_MS = 500;

export interface OpenMetrics {
  readonly metrics: Metrics;
  readonly port: number;
  stop(): Promise<void>;
}

/** The parts of a process that are measured besides its pool. */
interface MeasuredParts {
  readonly limits: SharedCounts | null;
  readonly clock: ClockWatch;
  readonly disk: DiskWatch;
  readonly backups: BackupWatch | null;
}

/**
 * Starts to measure, and serves the metrics and the health check on a port of their own.
 * @returns null when there is no such port, because nothing is measured then
 */
export async function openMetrics(
  config: Config,
  container: Container,
  { pool, dataSource }: DatabaseConnections,
  health: Health,
  { limits, clock, disk, backups }: MeasuredParts,
): Promise<OpenMetrics | null> {
  const { metricsPort, metricsHost: host } = config;
  if (metricsPort === null) return null;
  // Imported on demand: most services measure nothing.
  const { Metrics: Measured } = await import('../../adapters/metrics/metrics.js');
  const database = container.get(Database);
  const now = () => container.get(Clock).now();
  const metrics = new Measured(buildInfo(), {
    pool,
    waitingEvents: () => countWaitingEvents(database),
    sharedLimits: limits && (() => limits.trouble === null),
    pauses: () => container.get(Outgoing).open(),
    clockOffsetMs: () => clock.offsetMs,
    diskUsed: () => disk.used,
    backupAges: backups && (() => agesOf(backups, now())),
    dueDeliveries: () => container.get(DueDeliveries).count(now()),
    queuedJobs: () => queuedJobs(database, now()),
    oldestTextSeconds: () => oldestTextSeconds(database, now()),
    pendingMigrations: async () => (await migrationStates(dataSource)).filter(({ applied }) => !applied).length,
    deployment: () => deploymentState(database),
  });
  const server = createMetricsServer(metrics, () => health.report(), container.get(Log));
  const port = await listen(server, metricsPort, host).catch((error: unknown) => {
    throw cannotListen(error, metricsPort, host, settingOfMetrics(config));
  });
  return { metrics, port, stop: () => close(server, GRACE_MS) };
}

/** In milliseconds. Null: the place of the backups could not be asked yet. */
function agesOf({ known }: BackupWatch, now: Instant): { readonly made: number; readonly verified: number } | null {
  return known && { made: ageOf(known.made, now), verified: ageOf(known.verified, now) };
}
