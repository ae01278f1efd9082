import pg, { type QueryConfig, type QueryResultRow } from 'pg';
import { isLost } from './database-errors.js';
import { DescribedQuery } from './described-query.js';
import { PooledQuery, preparePooled } from './pooled-query.js';

/** The most statements in flight on one connection. Those behind a slow statement wait for it. */
const MOST_IN_FLIGHT = 8;
/** A connection gets no more statements while its oldest one has waited for this long. */
const STUCK_MS = 50;

export type StatementKind = 'read' | 'write';

/**
 * A connection that takes a statement before the ones before it are answered. Every statement is a transaction of its own. The
 * statements of one turn of the event loop are sent together, because sending costs more than anything else that is done for a
 * short statement.
 */
export class PipelinedConnection {
  private readonly client: pg.Client;
  private state: 'opening' | 'open' | 'closed' = 'opening';
  private inFlight = 0;
  private writesInFlight = 0;
  /** when the oldest statement in flight could begin, as `performance.now()` counts */
  private busySince = 0;
  private isCollecting = false;

  /**
   * @param limitMs the server ends each statement after this time. Null: the session's own limit does so.
   * @param closed called once, when the connection takes no more statements. With an error, the connection could not be opened.
   */
  constructor(
    config: pg.PoolConfig,
    private readonly limitMs: number | null,
    private readonly closed: (error?: unknown) => void,
  ) {
    this.client = new pg.Client({ ...config, pipeline: true });
    const close = (): void => {
      if (this.state !== 'opening') this.retire(); // while it is being opened, `connect` says why it failed
    };
    this.open().then(
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

  get isWriting(): boolean {
    return this.writesInFlight > 0;
  }

  hasRoom(now: number): boolean {
    if (this.state !== 'open' || this.inFlight >= MOST_IN_FLIGHT) return false;
    return this.inFlight === 0 || now - this.busySince < STUCK_MS;
  }

  /** Sends a statement, and waits for its answer for at most `ms`. When no answer came, the connection is closed. */
  run<Row extends QueryResultRow>(kind: StatementKind, query: QueryConfig, ms: number, now: number): Promise<Row[]> {
    const writes = kind === 'write' ? 1 : 0;
    return new Promise((resolve, reject) => {
      const sent = this.queryOf(query, ms, (error, rows = []) => {
        this.inFlight -= 1;
        this.writesInFlight -= writes;
        this.busySince = performance.now();
        if (!error) {
          resolve(rows as Row[]); // safe: the select list of the statement names the properties of `Row`
          return;
        }
        if (isLost(error)) this.retire();
        reject(error);
      });
      if (this.inFlight === 0) this.busySince = now;
      this.inFlight += 1;
      this.writesInFlight += writes;
      this.collect();
      this.client.query(sent);
    });
  }

  private async open(): Promise<void> {
    await this.client.connect();
    if (this.limitMs !== null) await preparePooled(this.client);
  }

  private queryOf(query: QueryConfig, ms: number, settled: (error: Error | null, rows?: QueryResultRow[]) => void): pg.Query {
    if (this.limitMs === null) return new DescribedQuery(query, ms, settled);
    const limited = new PooledQuery(query, this.limitMs, (error, result) => {
      if (error) settled(error);
      else settled(null, result.rows);
    });
    return Object.assign(limited, { query_timeout: ms });
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
