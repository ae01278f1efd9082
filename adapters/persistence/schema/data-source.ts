import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { DataSource } from 'typeorm/data-source/DataSource.js'; // the entry would load all decorators and repositories, too
import { CONNECT_MS, SERVER_LIMITS } from '../connection/timed-query.js';
import { poolOf, ServicePool, type ServicePoolConfig } from '../connection/pool.js';
import { HAS_CITUS } from '../connection/citus.js';
import { storages } from '../storages.js';
import { schemaOf, type Schema } from './schema.js';
import { VALUE_TYPES } from '../connection/values.js';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** the address of the database itself, when `url` leads to a pooler in transaction mode; null by default */
  readonly directUrl?: string | null;
  /** connections of the pool */
  readonly poolSize: number;
  readonly ssl: boolean;
  /** that of the service without extensions by default */
  readonly schema?: Schema;
}

/**
 * The options of each session. `toInstant` relies on this time zone and date style. Generic plans are forced, because every
 * statement is written so that one plan suits all values. A custom plan would be made in each request, and on a large table this
 * costs more than the execution (bench --scale).
 */
const SESSION = '-c timezone=UTC -c datestyle=ISO -c plan_cache_mode=force_generic_plan';

/**
 * The options that a pooler keeps for each of its clients. It refuses all others. With Citus a session has only these, too, because
 * Citus makes most of its plans for the current values, and fails where a generic plan is forced.
 */
const PLAIN_SESSION = '-c timezone=UTC -c datestyle=ISO';

/**
 * A client whose broken connection does not end the process. A caller that waits for an answer gets the error anyway. The
 * listener is added in the constructor, because TypeORM opens the first connection before any other code can listen.
 */
class SturdyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Opens the database with a pool that survives broken connections. */
export async function openDataSource(options: DatabaseOptions): Promise<DataSource> {
  const opened = await initialized(createDataSource(options, `${SESSION} ${SERVER_LIMITS}`));
  const [found] = await opened.query<{ citus: boolean }[]>(`select ${HAS_CITUS} as citus`);
  if (found?.citus !== true) return opened;
  await opened.destroy();
  return initialized(createDataSource(options, `${PLAIN_SESSION} ${SERVER_LIMITS}`));
}

/**
 * Opens a second pool to the same database, without a time limit for statements, and closes it when the work is done. Migrations
 * need this. No pooler is between the two.
 * @param session further options of each session
 */
export async function withoutLimits<T>(
  { options }: DataSource,
  work: (patient: DataSource) => Promise<T>,
  session = '',
): Promise<T> {
  const { direct, ...extra } = options.extra as ServicePoolConfig; // safe: `createDataSource` has made it
  const unlimited = { ...options, extra: { ...extra, options: `${PLAIN_SESSION} ${session}` } };
  // The cast is safe: the options are those of a PostgreSQL, see `createDataSource`, and only the address is another one.
  const patient = await initialized(
    new DataSource((direct ? { ...unlimited, url: direct.connectionString } : unlimited) as DataSourceOptions),
  );
  try {
    return await work(patient);
  } finally {
    await patient.destroy();
  }
}

async function initialized(made: DataSource): Promise<DataSource> {
  const dataSource = await made.initialize();
  // The pool also reports an idle connection that breaks. This needs no action, because the pool opens a new one when it is
  // needed. graphile-worker warns about a pool without these two listeners, although every client has its own `error` listener.
  poolOf(dataSource)
    .on('error', () => undefined)
    .on('connect', () => undefined);
  return dataSource;
}

/**
 * TypeORM provides only the pool and the migrations. Nothing is read through its repositories.
 * @param session the options with which each session begins
 */
export function createDataSource({ url, directUrl, poolSize, ssl, schema }: DatabaseOptions, session = SESSION): DataSource {
  const { tables, migrations } = schema ?? schemaOf(storages);
  const pooled = { options: PLAIN_SESSION, direct: { connectionString: directUrl, options: session } };
  return new DataSource({
    type: 'postgres',
    driver: { ...pg, Pool: ServicePool },
    url,
    ssl,
    entities: tables,
    migrations,
    migrationsTransactionMode: 'each',
    poolSize,
    connectTimeoutMS: CONNECT_MS,
    installExtensions: false,
    extra: {
      Client: SturdyClient,
      types: VALUE_TYPES,
      ...(directUrl ? pooled : { options: session }),
      application_name: 'shop-operations',
      keepAlive: true,
      // 0: idle connections stay open. A connection that was needed once will be needed again, and a timer at every release would
      // cost more than it saves.
      idleTimeoutMillis: 0,
    },
  });
}
