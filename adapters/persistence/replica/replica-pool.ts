import pg from 'pg';
import { VALUE_TYPES } from '../connection/values.js';

export interface ReplicaAddress {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  readonly ssl: boolean;
  /** connections of the pool */
  readonly poolSize: number;
}

/** A call that cannot get a connection within this time reads on the primary. */
const CONNECT_MS = 500;
/** The name under which PostgreSQL lists these connections. */
const NAME = 'shop-operations replica';

/**
 * Makes the pool of connections to the replica. It connects when a connection is needed, so the service starts without its replica.
 * All other options of a session are set in each transaction, because a pooler would refuse them here.
 */
export function replicaPool({ url, ssl, poolSize }: ReplicaAddress): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    ssl,
    max: poolSize,
    types: VALUE_TYPES,
    options: '-c timezone=UTC -c datestyle=ISO',
    application_name: NAME,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    idleTimeoutMillis: 0,
  });
  // A broken connection must not end the process. The caller that uses it gets the error anyway.
  return pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
}
