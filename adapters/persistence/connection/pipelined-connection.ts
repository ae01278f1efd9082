import pg, { type QueryConfig, type QueryResultRow } from 'pg';
import { isLost } from './database-errors.js';
import { DescribedQuery } from './described-query.js';

/** The most statements in flight on one connection. Those behind a slow statement wait for it. */
const MOST_IN_FLIGHT = 8;
/** A connection gets no more statements while its oldest one has waited for this long. */
const STUCK_MS = 50;

/**
 * A connection that takes a statement before the ones before it are answered. Every statement is a transaction of its own. The
 * statements of one turn of the event loop are sent together, because sending costs more than anything else that is done for a
 * short statement.
 */
export class PipelinedConnection {
  private readonly client: pg.Client;
  private state: 'opening' | 'open' | 'closed' = 'opening';
  private inFlight = 0;
  /** when the oldest statement in flight could begin, as `performance.now()` counts */
  private busySince = 0;
  private isCollecting = false;

  /**
   * @param closed called once, when the connection takes no more statements. With an error, the connection could not be opened.
   */
  constructor(
    config: pg.PoolConfig,
    private readonly closed: (error?: unknown) => void,
  ) {
    this.client = new pg.Client({ ...config, pipeline: true });
    const close = (): void => {
      if (this.state !== 'opening') this.retire(); // while it is being opened, `connect` says why it failed
    };
    this.client.connect().then(
      () => {
        if (this.state === 'opening') this.state = 'open';
        // The cast adds the method that the pool calls for this, too. pg's types leave it out.
        if (config.allowExitOnIdle) (this.client as pg.Client & { unref(): void }).unref();
      },
      (error: unknown) => {
        this.retire(error);
      },
    );
    this.client.on('error', close).on('end', close);
  }

  get load(): number {
    return this.inFlight;
  }

  hasRoom(now: number): boolean {
    if (this.state !== 'open' || this.inFlight >= MOST_IN_FLIGHT) return false;
    return this.inFlight === 0 || now - this.busySince < STUCK_MS;
  }

  /** Sends a statement, and waits for its answer for at most `ms`. When no answer came, the connection is closed. */
  run<Row extends QueryResultRow>(query: QueryConfig, ms: number, now: number): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const sent = new DescribedQuery<Row>(query, ms, (error, rows = []) => {
        this.inFlight -= 1;
        this.busySince = performance.now();
        if (!error) {
          resolve(rows);
          return;
        }
        if (isLost(error)) this.retire();
        reject(error);
      });
      if (this.inFlight === 0) this.busySince = now;
      this.inFlight += 1;
      this.collect();
      this.client.query(sent);
    });
  }

  /** Takes no more statements, and closes the connection when those in flight are answered. */
  retire(error?: unknown): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.closed(error);
    void this.end();
  }

  /** Closes the connection, and resolves when it is closed. */
  async end(): Promise<void> {
    this.state = 'closed';
    await this.client.end().catch(() => undefined); // an error does not matter: the connection may already be closed
  }

  /** Keeps what is written in this turn of the event loop, and sends it at the end of the turn. */
  private collect(): void {
    if (this.isCollecting) return;
    this.isCollecting = true;
    const { stream } = this.client.connection; // with TLS it is not the stream that pg began with
    stream.cork();
    setImmediate(() => {
      this.isCollecting = false;
      stream.uncork();
    });
  }
}
