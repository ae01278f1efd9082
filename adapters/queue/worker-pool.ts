import pg from 'pg';
import type { QueueWorkerOptions } from './queue-worker.js';

/** One listens, one holds the worker's lock, the others fetch and finish jobs: while a reaction runs none is held. */
const MOST = 4;
const CONNECT_MS = 3000;
/** A connection that died without a word is noticed. */
const ANSWER_MS = 5000;
/** In milliseconds: below `ANSWER_MS`, so that nothing goes on that nobody waits for; and what stands still lets go of its rows. */
const SERVER_LIMITS = '-c statement_timeout=3500 -c idle_in_transaction_session_timeout=10000';
/** How soon the server notices that a worker's machine is gone, and gives up the lock that it held. */
const KEEPALIVES = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: Error | boolean) => void) => void;

/**
 * The library gives the connection that it listens on back twice when it breaks while the worker stops; nobody handles
 * what the pool throws then, and the process would end.
 */
class ForgivingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!connected) return super.connect();
    super.connect((error, client, release) => {
      let released = false;
      connected(error, client, (broken) => {
        if (!released) release(broken);
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
  // Whoever waits on a connection is told; without listeners the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}
