import pg from 'pg';
import { DataSource } from 'typeorm';
import { CONNECT_MS, SERVER_LIMITS } from '../connection/timed-query.js';
import { poolOf } from '../connection/pool.js';
import { migrations } from './migrations.js';
import { tables } from './tables.js';
import { VALUE_TYPES } from '../connection/values.js';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** connections of the pool */
  readonly poolSize: number;
  readonly ssl: boolean;
}

/**
 * Time zone and style: what `toInstant` relies on. Plans: every statement of ours is made for one index, whatever its values,
 * and a plan of the values at hand would be made anew for each request of a large table, which costs more than its execution
 * (bench --scale).
 */
const SESSION = '-c timezone=UTC -c datestyle=ISO -c plan_cache_mode=force_generic_plan';

/**
 * A connection that breaks, idle or checked out, must not take the process along: whoever waits on it is told anyway. From
 * its making on, since TypeORM opens the first one before anybody can listen.
 */
class SturdyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Opened, and with a pool that outlives broken connections. */
export async function openDataSource(options: DatabaseOptions): Promise<DataSource> {
  return opened(createDataSource(options, `${SESSION} ${SERVER_LIMITS}`));
}

/** The same database with statements that may take as long as they take: for migrations. Closed when they are done. */
export async function withoutLimits<T>({ options }: DataSource, work: (patient: DataSource) => Promise<T>): Promise<T> {
  const extra = { ...(options.extra as object), options: SESSION };
  const patient = await opened(new DataSource({ ...options, extra })); // what it was made of, but for one option
  try {
    return await work(patient);
  } finally {
    await patient.destroy();
  }
}

async function opened(made: DataSource): Promise<DataSource> {
  const dataSource = await made.initialize();
  // Of an idle connection that breaks the pool tells too; the next one is opened when it is needed.
  // graphile-worker warns of a pool without either listener, though every client has its own from its making on.
  poolOf(dataSource)
    .on('error', () => undefined)
    .on('connect', () => undefined);
  return dataSource;
}

/**
 * TypeORM's part: the pool and the migrations. Nothing is read through its repositories.
 * @param session how its sessions begin
 */
export function createDataSource({ url, poolSize, ssl }: DatabaseOptions, session = SESSION): DataSource {
  return new DataSource({
    type: 'postgres',
    driver: pg,
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
      options: session,
      application_name: 'shop-operations',
      keepAlive: true,
      // A connection that was needed once will be again; a timer at every release would cost more than it saves.
      idleTimeoutMillis: 0,
    },
  });
}
