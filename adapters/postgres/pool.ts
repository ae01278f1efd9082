// Buys: P2 and P3 by settings: PostgreSQL and pg themselves end what takes too long, so that no code of ours watches a statement.
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { KEEPALIVES } from '../keepalives.js';
import { VALUE_TYPES } from './values.js';

export interface ConnectionAddress {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  readonly ssl: boolean;
}

export interface DatabaseAddress extends ConnectionAddress {
  /** the address of PostgreSQL itself, when `url` leads to a pooler in transaction mode; null by default */
  readonly directUrl?: string | null;
  /** connections of each pool */
  readonly poolSize: number;
  /** true: the database has the extension Citus */
  readonly isCitus?: boolean;
  /** how long a call waits for a connection and for an answer, if not as long as the service does */
  readonly waits?: Pick<pg.ClientConfig, 'connectionTimeoutMillis' | 'query_timeout'>;
}

type Settings = Readonly<Record<string, string>>;

/** The settings on which `toInstant` relies. A pooler keeps them for each of its clients. */
const TIMES: Settings = { timezone: 'UTC', datestyle: 'ISO' };

/**
 * The limits of a call, in milliseconds. Together with the wait for a connection they are below the 5 s in which a call is refused.
 * `lock_timeout` is above PostgreSQL's `deadlock_timeout` of a second, so that a deadlock is found first, and is repeated.
 */
export const LIMITS: Settings = { statement_timeout: '2500', lock_timeout: '1200', idle_in_transaction_session_timeout: '10000' };

/** How long a call waits for a connection of the pool, or until one is opened. */
const CONNECT_MS = 1500;

/** How long a statement may wait for its answer. PostgreSQL ends it earlier, so after this time the connection is lost. */
const ANSWER_MS = 3000;

/** A connection is replaced after this time, so that none stays at a server that a name or a balancer no longer leads to. */
const LIFE_SECONDS = 1800;

/** SQL: true when the database has the extension Citus, whose catalog of tables is found by its name alone. */
export const HAS_CITUS = `to_regclass('pg_dist_partition') is not null`;

/** The settings with which a call's session begins. Behind a pooler, the role has the limits. */
const CALL_SETTINGS: Settings = { ...TIMES, ...LIMITS };

/** The settings of a session for long work. It has no limits and all ways to join, also where its role has not. */
const PATIENT_SETTINGS: Settings = {
  ...TIMES,
  ...Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '0'])),
  ...{ enable_hashjoin: 'on', enable_mergejoin: 'on' },
};

/**
 * Every statement of a call is written so that one plan suits all values. A plan for the values of each call would cost more than the
 * execution. With Citus there is no such setting: it makes most plans for the values, and fails where a generic plan is forced.
 *
 * Such a plan takes each shop for one of the average size. Where most shops are small, it would hash or merge all rows of the shop
 * instead of looking a few of them up, so these joins are off (ADR 69).
 */
export const ONE_PLAN: Settings = { plan_cache_mode: 'force_generic_plan', enable_hashjoin: 'off', enable_mergejoin: 'off' };

/**
 * With Citus, a statement over several shops goes to each server on one connection. By default it opens more, up to one for each
 * shard. A connection costs more than such a statement, and a transaction that has used several of them to a server may no longer
 * write to a global table, nor analyze one.
 */
export const IN_SEQUENCE: Settings = { 'citus.multi_shard_modify_mode': 'sequential' };

export function optionsOf(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

export function patientSettings({ isCitus = false }: Pick<DatabaseAddress, 'isCitus'>): Settings {
  return { ...PATIENT_SETTINGS, ...(isCitus && IN_SEQUENCE) };
}

/**
 * How pg speaks to PostgreSQL on every connection. A pool calls `onConnect` before it lends the connection: a statement on a broken
 * connection fails and says why, but without a listener the same error would end the process.
 */
export const CLIENT = {
  application_name: 'shop-operations',
  types: VALUE_TYPES,
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_MS,
  onConnect: (client: pg.ClientBase): void => void client.on('error', ignore),
} as const;

/** The ways of `Database` to PostgreSQL. */
export interface DatabaseConnections {
  /** for single statements */
  readonly pool: pg.Pool;
  /** for units of work and repositories */
  readonly dataSource: DataSource;
  /** the configuration of a connection for long work, which has no limits */
  readonly patient: pg.ClientConfig;
}

/** The configuration of a connection for calls. A pooler refuses most options of a session: behind one, the role has the limits. */
export function callsOf({ directUrl, isCitus = false, waits }: Pick<DatabaseAddress, 'directUrl' | 'isCitus' | 'waits'>) {
  return {
    ...CLIENT,
    options: optionsOf(directUrl ? TIMES : { ...CALL_SETTINGS, ...(isCitus ? IN_SEQUENCE : ONE_PLAN) }),
    query_timeout: ANSWER_MS,
    maxLifetimeSeconds: LIFE_SECONDS,
    ...waits,
  };
}

export function openConnections(address: DatabaseAddress, dataSource: DataSource): DatabaseConnections {
  const { url, directUrl, poolSize, ssl } = address;
  const pool = new pg.Pool({
    ...callsOf(address),
    connectionString: url,
    ssl,
    max: poolSize,
    idleTimeoutMillis: 0, // a connection that was needed once will be needed again
  });
  pool.on('error', ignore);
  return {
    pool,
    dataSource,
    patient: { ...CLIENT, connectionString: directUrl ?? url, ssl, options: optionsOf(patientSettings(address)) },
  };
}

/**
 * The configuration of a connection outside the pool, for locks and listeners that are held as long as the process lives.
 * @param address that of PostgreSQL itself
 */
export function ownConnection({ url, ssl }: ConnectionAddress): pg.ClientConfig {
  const options = `${optionsOf(CALL_SETTINGS)} ${KEEPALIVES}`;
  return { ...CLIENT, connectionString: url, ssl, options, query_timeout: ANSWER_MS };
}

/** Closes the connections that nobody uses. */
export function closeIdleOf(pool: pg.Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle -= 1) {
    pool.connect().then((client) => {
      client.release(true);
    }, ignore);
  }
}

/** Opens a connection whose loss does not end the process. */
export async function opened(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', ignore);
  await client.connect();
  return client;
}

export const ignore = (): void => undefined;
