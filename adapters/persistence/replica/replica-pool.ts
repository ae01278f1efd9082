import pg from 'pg';
import { rowsOf } from '../connection/single-statements.js';
import { timedQuery } from '../connection/timed-query.js';
import { VALUE_TYPES } from '../connection/values.js';
import { REPLICA_POSITION, type ReplicaPosition } from './log-position.js';

export interface ReplicaAddress {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  readonly ssl: boolean;
  /** connections of the pool */
  readonly poolSize: number;
}

/** A call that cannot get a connection within this time reads on the primary. */
const CONNECT_MS = 500;
/** A server that does not say its position within this time is away. */
const ANSWER_MS = 500;
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

/** Asks for the position outside of a call. */
export async function positionOf(pool: pg.Pool): Promise<ReplicaPosition> {
  const client = await pool.connect();
  try {
    const answer = await timedQuery(client, { text: REPLICA_POSITION.text }, performance.now() + ANSWER_MS);
    client.release();
    return onlyRow(answer);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

export function onlyRow(answer: pg.QueryResult): ReplicaPosition {
  const [row] = rowsOf<ReplicaPosition>(answer);
  if (!row) throw new Error('it does not say its position');
  return row;
}
