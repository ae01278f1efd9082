import pg from 'pg';
import { KEEPALIVES } from '../keepalives.js';
import type { QueueWorkerOptions } from './queue-worker.js';

/**
 * The largest number of connections. One connection listens and one holds the worker's lock. The others fetch and finish jobs. A
 * running work holds no connection of this pool.
 */
const MOST = 4;
const CONNECT_MS = 3000;
/** A connection that gives no answer for this long is dead. */
const ANSWER_MS = 5000;
/**
 * Limits on the server, in milliseconds. The statement limit is below `ANSWER_MS`, so that no statement goes on after its caller
 * has stopped waiting. An idle transaction is ended, so that it releases its rows.
 */
const SERVER_LIMITS = '-c statement_timeout=3500 -c idle_in_transaction_session_timeout=10000';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * A pool that ignores a release without a connection, and the second release of one. When the worker stops, the library releases
 * the connection on which it listens twice if it breaks, and releases what an ended pool did not give. Without this class, the pool
 * would throw an error that nothing handles, and the process would end.
 */
class ForgivingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!connected) return super.connect();
    super.connect((error, client, release) => {
      let released = false;
      connected(error, client, (broken) => {
        if (client && !released) release(broken);
        released = true;
      });
    });
  }
}

export function createWorkerPool({ url, ssl }: QueueWorkerOptions['connection']): pg.Pool {
  const pool = new ForgivingPool({
    connectionString: url,
    ssl,
    application_name: 'shop-operations worker',
    options: `${SERVER_LIMITS} ${KEEPALIVES}`,
    max: MOST,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  });
  // The pending query gets the error. Without listeners, the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}
