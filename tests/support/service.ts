import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Container } from 'inversify';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../adapters/areas/data-source.js';
import type { HttpRoute } from '../../adapters/http/routing.js';
import { UndiciOutboundHttp } from '../../adapters/outbound/undici-outbound-http.js';
import { ignore, openConnections, type DatabaseConnections } from '../../adapters/postgres/pool.js';
import { Database } from '../../adapters/storage/database.js';
import { KeyRing, type NewKey } from '../../application/areas/access/manage-keys.js';
import { CreateShop, type NewShop } from '../../application/areas/access/manage-shops.js';
import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import type { Operation } from '../../application/kernel/operation/operation.js';
import type { ShopId } from '../../domain/shared/id.js';
import { closeAll } from '../../infrastructure/database/database.js';
import { carryOut } from '../../infrastructure/database/distribution.js';
import { migrateUp } from '../../infrastructure/database/migrations.js';
import { tableNames } from '../../infrastructure/database/rights.js';
import { Assembly } from '../../infrastructure/extensions/assembly.js';
import { eventSchemas } from '../../infrastructure/extensions/event-schemas.js';
import type { Extension } from '../../infrastructure/extensions/extension.js';
import { moduleOf } from '../../infrastructure/modules/bindings.js';
import { createContainer, type Foundations } from '../../infrastructure/modules/container.js';
import { createHttpApp } from '../../infrastructure/modules/http-app.js';
import { Health } from '../../infrastructure/server/health.js';
import { close, createHttpServer, listen } from '../../infrastructure/server/http-server.js';
import { ClosingStack } from '../../infrastructure/server/process-life.js';
import type { TextsConfig } from '../../infrastructure/settings/config.js';
import { Api } from './api.js';
import { OpenApiChecker } from './openapi-checker.js';
import { checkEvents } from './outbox.js';
import { cloneDatabase, workerUrls, type TestDatabase } from './postgres.js';
import { registry as own } from './registry.js';
import { addressOfService } from './service-role.js';
import { TestClock } from './test-clock.js';
import { TestLog } from './test-log.js';

export interface TestShop {
  readonly id: ShopId;
  /** clients of the API: one with a key for everything, one with a key for reading */
  readonly full: Api;
  readonly read: Api;
}

/**
 * The real service on a database of its own. It has a clock that stands still, a log that the test reads, and by default no rate
 * limits.
 */
export interface TestService {
  readonly url: string;
  /** the HTTP server, so that a test can change its time limits */
  readonly server: Server;
  /** all routes of the service */
  readonly routes: readonly HttpRoute[];
  /** makes the service report that it is stopping, and send its clients elsewhere; it still serves requests */
  leave(): void;
  /** the number of requests that wait for an event */
  waiting(): number;
  readonly clock: TestClock;
  readonly log: TestLog;
  readonly container: Container;
  readonly dataSource: DataSource;
  readonly connections: DatabaseConnections;
  readonly databaseUrl: string;
  /** the folder of recordings and attachments, which is made with the first file and removed when the service stops */
  readonly recordings: { readonly kind: 'folder'; readonly folder: string };
  shop(shop?: Partial<NewShop>): Promise<TestShop>;
  /** creates a key and returns a client of the API with it */
  key(shop: ShopId, key?: Partial<NewKey>): Promise<Api>;
  /** a client of the API with any text as its key; null: it sends no key */
  as(token: string | null): Api;
  /** runs a statement as the owner of the database, without the service's limits of time */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** @throws if the service has stored an event that the document does not describe */
  checkEvents(): Promise<void>;
  /** @throws if the service has stored an event that the document does not describe */
  stop(): Promise<void>;
}

export interface TestServiceOptions {
  readonly operations?: readonly Operation[];
  /** none by default */
  readonly extensions?: readonly Extension[];
  readonly limits?: Partial<Foundations['config']['limits']>;
  readonly vinDecoderUrl?: string;
  readonly importProvenance?: boolean;
  /** the provider of texts; the sandbox by default */
  readonly texts?: TextsConfig;
  /** the mail server; by default null: the sandbox keeps e-mails */
  readonly mail?: Foundations['config']['mail'];
  /** the public address, at which no service answers; `https://shop.example` by default */
  readonly publicUrl?: string | null;
  /** the key of the demo's shop; by default null: this is no demo */
  readonly demoKey?: string | null;
  /** the first key signs, all verify */
  readonly signingKeys?: readonly [string, ...string[]];
  /** whether webhooks may go to this machine; false by default */
  readonly privateWebhooks?: boolean;
  readonly trustedProxies?: readonly string[];
  /** the number of connections to the database; 10 by default */
  readonly poolSize?: number;
  /**
   * the most requests in flight; by default 0, which means no limit, because many tests send more requests at once than clients
   * do
   */
  readonly mostInFlight?: number;
  /** the most requests that wait for an event; by default 0: none waits, because the suites over all operations give any `wait` */
  readonly mostWaiting?: number;
  /** the database, which is dropped when the service stops; by default a clone of the migrated template */
  readonly database?: TestDatabase;
}

/** The service that the test files of this worker share, one after the other. */
let shared: Promise<TestService> | null = null;

/**
 * The real service, which all test files of a worker share: each file isolates itself by shops of its own. Its clock and its log
 * begin anew for each file. A file that looks at all shops, replaces a part of the service or changes a limit needs a service of
 * its own (`startTestService`).
 */
export async function sharedTestService(): Promise<TestService> {
  const service = await (shared ??= startTestService());
  // The worker ends when its last test file has ended, and nothing else stops this service.
  service.server.unref();
  service.connections.pool.options.allowExitOnIdle = true;
  service.clock.restart();
  service.log.lines.length = 0;
  return {
    ...service,
    stop: async () => {
      service.server.closeAllConnections();
      await rm(service.recordings.folder, { recursive: true, force: true });
      try {
        await service.checkEvents();
      } finally {
        await service.sql('delete from outbox');
      }
    },
  };
}

const NO_LIMITS: Foundations['config']['limits'] = { requests: 0, readBudget: 0, writeBudget: 0, authFailures: 0 };

/** On a busy machine, a connection and an answer take longer than production waits for them. That is no fault of what is tested. */
const PATIENT = { connectionTimeoutMillis: 60_000, query_timeout: 60_000 };

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const {
    operations,
    extensions = [],
    limits = {},
    vinDecoderUrl = null,
    importProvenance = true,
    texts = { provider: 'sandbox' },
    mail = null,
    publicUrl = 'https://shop.example',
    demoKey = null,
    signingKeys = ['a-signing-key-of-the-tests'],
    privateWebhooks = false,
    trustedProxies = ['loopback'],
    poolSize = 10,
    mostInFlight = 0,
    mostWaiting = 0,
  } = options;
  const assembly = new Assembly(extensions);
  // The registry stays the same value for all services without options, so that their answers are checked by one checker.
  const served = extensions.length > 0 ? assembly.registry : own;
  const registry = operations ? { ...served, operations } : served;
  const database = options.database ?? (await cloneDatabase());
  if (extensions.length > 0) await migrated(database.url, assembly);
  const url = await addressOfService(database.url, assembly);
  const address = { url, poolSize, ssl: false, isCitus: workerUrls().length > 0, waits: PATIENT };
  const dataSource = await openDataSource({ ...address, schema: assembly.schema });
  const connections = openConnections(address, dataSource);
  // The test's own statements may fill whole tables, so they have none of the service's limits of time. Some make triggers, which
  // Citus takes only with a setting. To plain PostgreSQL it is a setting without a meaning.
  const unlimited = {
    ...connections.patient,
    connectionString: database.url,
    options: `${connections.patient.options} -c citus.enable_unsafe_triggers=on`,
    connectionTimeoutMillis: 0,
    application_name: 'test',
  };
  const owner = new pg.Pool({ ...unlimited, allowExitOnIdle: true });
  owner.on('error', ignore); // a test may end its idle connections
  const recordings = { kind: 'folder', folder: join(tmpdir(), `shop-operations-recordings-${randomUUID()}`) } as const;
  const clock = new TestClock();
  const log = new TestLog();
  const config = {
    limits: { ...NO_LIMITS, ...limits },
    redis: null,
    vinDecoderUrl,
    importProvenance,
    texts,
    mail,
    recordings,
    allowedOrigins: ['https://app.example'],
    publicUrl,
    privateWebhooks,
    trustedProxies,
    poolSize,
    mostInFlight,
    mostWaiting,
    log: { level: 'info', format: 'json', requests: 'all' },
  } as const;
  const eventCheck = await eventSchemas(assembly.registry.events);
  const container = createContainer({ config, connections, signingKeys, log, clock, assembly, eventCheck });
  const probes = (operations ?? []).filter(({ useCase }) => !container.isBound(useCase));
  container.load(moduleOf(probes.map(({ useCase, needs }) => ({ port: useCase, made: useCase, needs }))));
  const closing = new ClosingStack();
  const health = new Health(dataSource, container.get(Database), log, {
    ...{ tables: tableNames(assembly.storages), outgoing: container.get(Outgoing), limits: null, backup: null },
    ...{ clock: { state: 'ok' }, disk: { state: 'ok' } },
  });
  const app = createHttpApp(container, registry, config, health, undefined, demoKey);
  const server: Server = createHttpServer(app);
  const origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  const checker = OpenApiChecker.of(registry);
  const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await owner.query(text, values)).rows as Row[]; // safe: the select list names the properties of `Row`
  const as = (token: string | null): Api => new Api(origin, token, checker);
  const key = async (shop: ShopId, wanted: Partial<NewKey> = {}): Promise<Api> => {
    const { token } = await container.get(KeyRing).mint({ shop, name: 'test', scope: 'full', ...wanted });
    return as(token);
  };
  const service: TestService = {
    url: origin,
    server,
    routes: app.routes,
    leave: () => {
      health.leave();
      app.leave();
    },
    waiting: () => app.polls.count,
    clock,
    log,
    container,
    dataSource,
    connections,
    databaseUrl: database.url,
    recordings,
    as,
    key,
    shop: async (shop = {}) => {
      const { id } = await container.get(CreateShop).execute({ name: 'Northside Auto Care', ...shop });
      return { id, full: await key(id), read: await key(id, { scope: 'read' }) };
    },
    sql,
    checkEvents: () => checkEvents({ sql }, checker),
    stop: async () => {
      await close(server, 1000);
      await rm(recordings.folder, { recursive: true, force: true });
      await container.get(UndiciOutboundHttp).close();
      try {
        await checkEvents({ sql }, checker);
      } finally {
        await closing.close();
        await owner.end();
        await closeAll({ dataSource, connections });
        await database.drop();
        letGo(service);
      }
    },
  };
  return service;
}

/** Node frees no module of a test file, and no variable of such a module. So a stopped service keeps only what is small. */
function letGo(service: TestService): void {
  const kept: ReadonlySet<string> = new Set<keyof TestService>(['url', 'databaseUrl', 'clock', 'log', 'recordings']);
  for (const name of Object.keys(service)) if (!kept.has(name)) Reflect.deleteProperty(service, name);
}

async function migrated(url: string, { schema, storages }: Assembly): Promise<void> {
  const tables = storages.flatMap((storage) => storage.tables);
  const owner = await openDataSource({ url, poolSize: 1, ssl: false, schema });
  await migrateUp(owner);
  if (workerUrls().length > 0) await carryOut(owner, tables);
  await owner.destroy();
}
