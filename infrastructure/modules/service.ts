import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { UndiciOutboundHttp } from '../../adapters/outbound/undici-outbound-http.js';
import type { AnnouncementListener } from '../../adapters/postgres/announcement-listener.js';
import type { ConnectionAddress, DatabaseConnections } from '../../adapters/postgres/pool.js';
import { tableNames } from '../../adapters/storage/storage.js';
import { SystemClock } from '../../adapters/system-clock.js';
import { within } from '../../adapters/time-limit.js';
import type { TracesOptions } from '../../adapters/traces/open-traces.js';
import { Shops } from '../../application/areas/access/shops.js';
import type { Log } from '../../application/kernel/ports/ports.js';
import { withBackupBefore } from '../backup/before-migration.js';
import { closeAll, connect, openDatabase, signingKeys, type Opened } from '../database/database.js';
import { unknownMigrations } from '../database/migrations.js';
import { limitRole } from '../database/role-limits.js';
import { migrateAsAllowed } from '../database/service-role.js';
import { startDemo, type StartedDemo } from '../demo-data/demo-start.js';
import { Assembly } from '../extensions/assembly.js';
import { buildInfo } from '../server/build-info.js';
import { eventCheckOf } from '../extensions/event-schemas.js';
import type { Health } from '../server/health.js';
import { close, createHttpServer, listen } from '../server/http-server.js';
import { openMetrics, type OpenMetrics } from '../server/metrics.js';
import { ClosingStack } from '../server/process-life.js';
import { cannotListen, reservePort, settingOfMetrics, type ReservedPort } from '../server/reserved-port.js';
import { localUrl } from '../server/welcome.js';
import type { Config } from '../settings/config.js';
import type { ProcessRole } from '../settings/settings.js';
import { createBackground, NO_BACKGROUND, type Background, type BackgroundTimings } from './background.js';
import { createContainer, type Foundations } from './container.js';
import { createHttpApp, type HttpApp } from './http-app.js';
import { openLimits } from './limits.js';
import { listenerOf } from './listener.js';
import { loadFileStorage, loadTextProvider } from './text-provider.js';
import { silence } from './silence.js';
import { useOf } from './use.js';
import { watchHealth } from './watch-health.js';

/** The milliseconds that requests in flight get when the server accepts no new ones. The whole stop must take less than 10 s. */
const GRACE_MS = 5000;
/** The milliseconds for closing the pool. A connection that is still busy after this time ends with the process. */
const POOL_MS = 1000;

export interface RunningService {
  readonly role: ProcessRole;
  /** `http://host:port` at which a program on this machine reaches the service; of a worker, its metrics and health check */
  readonly url: string;
  readonly dataSource: DataSource;
  readonly connections: DatabaseConnections;
  /** why nothing leaves this deployment; null: it does */
  readonly silent: string | null;
  /** null: DEMO is off, or this database has shops but DATA_DIR has no keys of this database */
  readonly demo: StartedDemo | null;
  /** null: there is none, so nothing is measured */
  readonly metricsPort: number | null;
  /** resolves with the reason when the service cannot go on; otherwise it stays pending */
  readonly failed: Promise<Error>;
  stop(): Promise<void>;
}

/**
 * Opens the service's parts one after the other. `stop` closes them in the opposite order. If a step fails, the parts that are
 * already open are closed.
 * @param stopping the start ends when it next checks this signal and finds it aborted
 */
export async function startService(
  given: Config,
  log: Log,
  stopping?: AbortSignal,
  timings?: BackgroundTimings,
  assembly = new Assembly(),
): Promise<RunningService> {
  const closing = new ClosingStack();
  try {
    if (given.traces) await startTraces(given.traces, log, closing);
    const reserved = await reservePorts(given, closing);
    const config = reserved ? servedAt(given, reserved.port) : given;
    const [says, clock] = [linesIn(log), new SystemClock()];
    const database = await openDatabase(config, 'owner', says.warns, says.informs);
    closing.push(() => database.stop());
    stopping?.throwIfAborted();
    const opened = await connect(config, database.url, assembly.schema, { tell: says.informs });
    const { dataSource, connections } = opened;
    closing.push(() => within(POOL_MS, closeAll(opened), () => undefined));
    const container = createContainer({ config, connections, log, assembly, clock, ...(await loaded(config, assembly)) });
    await Promise.all([migrate(config, opened, assembly, says), loadTextProvider(container), loadFileStorage(container)]);
    stopping?.throwIfAborted();
    const silent = await silence(container, log, config.outgoing);
    const demo = reserved ? await openDemo(config, dataSource, container, log) : null;
    stopping?.throwIfAborted();
    const connection = { url: config.database?.directUrl ?? database.url, ssl: config.database?.ssl ?? false };
    await listenUntilStop(listenerOf(container, connection), closing);
    const limits = reserved ? await openLimits(container, config, dataSource, closing) : null;
    const { health, ...watches } = await watchHealth(config, opened, container, limits, closing);
    clock.correctBy(watches.clock.correctionMs);
    const measured = await openMetrics(config, container, connections, health, { limits, ...watches });
    if (measured) closing.push(() => measured.stop());
    closing.push(() => container.get(UndiciOutboundHttp).close());
    const background = backgroundOf(config, container, connection, watches.clock.isTrusted, measured, timings);
    const front = reserved ? await openFront(reserved, config, container, assembly, { health, measured, demo }) : null;
    background.start();
    closing.push(() => leave(health, front, background, config.stopPauseMs));
    const metricsPort = measured?.port ?? null;
    const url = reserved ? localUrl(config.host, config.port) : localUrl(config.metricsHost, metricsPort ?? 0);
    return { ...opened, role: config.role, silent, url, demo, metricsPort, failed: database.lost, stop: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** Reserves the port of the API, which a worker does not have. The port of the metrics must be free, too. */
async function reservePorts(given: Config, closing: ClosingStack): Promise<ReservedPort | null> {
  const reserved = given.role === 'worker' ? null : await reservePort(given.port, given.host);
  if (reserved) closing.push(() => reserved.release());
  await requireFreeMetricsPort(given);
  return reserved;
}

/** Ends the start at once, before the database is opened, when another program has the port of the metrics. */
async function requireFreeMetricsPort(config: Config): Promise<void> {
  const { metricsPort, metricsHost } = config;
  if (metricsPort === null) return;
  const port = await reservePort(metricsPort, metricsHost, settingOfMetrics(config));
  await port.release();
}

/** What the container is given that must be read or loaded first. */
async function loaded(config: Config, assembly: Assembly): Promise<Pick<Foundations, 'signingKeys' | 'eventCheck'>> {
  return { signingKeys: await signingKeys(config), eventCheck: await eventCheckOf(config, assembly) };
}

async function migrate(config: Config, opened: Opened, { storages }: Assembly, { warns, informs }: Lines): Promise<void> {
  const embedded = config.database === null;
  await withBackupBefore({ config, embedded, ...opened, tell: informs }, () =>
    migrateAsAllowed(opened.dataSource, tableNames(storages), { waits: warns, begins: informs, isAlone: embedded }),
  );
  const newer = await unknownMigrations(opened.dataSource);
  if (newer.length > 0) warns(`the tables are those of a newer release, or of one with other EXTENSIONS: ${newer.join(', ')}`);
  const told = await limitRole(config, opened);
  if (told !== null) warns(told);
}

async function startTraces(options: TracesOptions, log: Log, closing: ClosingStack): Promise<void> {
  // Imported on demand: most services trace nothing.
  const { openTraces } = await import('../../adapters/traces/open-traces.js');
  closing.push(await openTraces(options, buildInfo().version, log));
}

/** Lines of the log about the start, for a person who waits for it. */
interface Lines {
  readonly warns: (message: string) => void;
  readonly informs: (message: string) => void;
}

function linesIn(log: Log): Lines {
  return {
    warns: (message) => {
      log.warn(message);
    },
    informs: (message) => {
      log.info(message);
    },
  };
}

/** The configuration with the port that was reserved, and with an address if the database is embedded. */
function servedAt(given: Config, port: number): Config {
  return { ...given, port, publicUrl: given.publicUrl ?? (given.database ? null : localUrl(given.host, port)) };
}

async function openDemo(config: Config, dataSource: DataSource, container: Container, log: Log): Promise<StartedDemo | null> {
  if (!config.demo) return null;
  const use = useOf(container);
  if ((await use(Shops).list()).length === 0) log.info('making the demo shops with a year of work');
  return startDemo(config.dataDir, localUrl(config.host, config.port), dataSource, use);
}

async function listenUntilStop(listener: AnnouncementListener, closing: ClosingStack): Promise<void> {
  await listener.start();
  closing.push(() => listener.stop());
}

function backgroundOf(
  { role }: Config,
  container: Container,
  connection: ConnectionAddress,
  isTrusted: () => boolean,
  measured: OpenMetrics | null,
  timings?: BackgroundTimings,
): Background {
  return role === 'web' ? NO_BACKGROUND : createBackground(container, connection, measured?.metrics, timings, isTrusted);
}

/** The part of a process that serves the API. A worker has none. */
interface Listener {
  readonly httpApp: HttpApp;
  readonly server: Server;
}

/** Listens on the port that was reserved before the slow steps of the start. */
async function openFront(
  reserved: ReservedPort,
  config: Config,
  container: Container,
  { registry }: Assembly,
  {
    health,
    measured,
    demo,
  }: { readonly health: Health; readonly measured: OpenMetrics | null; readonly demo: StartedDemo | null },
): Promise<Listener> {
  const httpApp = createHttpApp(container, registry, config, health, measured?.metrics, demo?.key);
  const server = createHttpServer(httpApp);
  await reserved.release();
  await listen(server, config.port, config.host).catch((error: unknown) => {
    throw cannotListen(error, config.port, config.host);
  });
  return { httpApp, server };
}

/**
 * Reports `stopping` for `pauseMs`, so that clients move to another instance, and then closes the server. The background work
 * stops at the same time.
 */
async function leave(health: Health, front: Listener | null, background: Background, pauseMs: number): Promise<void> {
  health.leave();
  front?.httpApp.leave();
  await Promise.all([front && sleep(pauseMs).then(() => close(front.server, GRACE_MS)), background.stop()]);
}
