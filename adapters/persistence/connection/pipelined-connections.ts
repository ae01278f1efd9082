import type { PoolConfig, QueryConfig, QueryResultRow } from 'pg';
import { PipelinedConnection } from './pipelined-connection.js';

const CONNECTIONS = 4;
/** The name under which PostgreSQL lists these connections. */
const NAME = 'shop-operations pipelined';
/**
 * The server ends a statement on these connections after this time, so that it holds up the statements behind it no longer. The
 * statement then runs again on a connection of its own.
 */
const SHORT_MS = 100;

/** After a connection could not be opened, none is opened for this long. */
const REOPEN_MS = 1000;

/** A few connections for short statements, beside the pool. They are opened when the first short statement comes. */
export class PipelinedConnections {
  private readonly connections = new Set<PipelinedConnection>();
  /** the connection that gets the statements of this turn of the event loop */
  private current: PipelinedConnection | null = null;
  private hasEnded = false;
  private mayOpenAt = 0;
  private refusals = 0;
  /** called when a connection cannot be opened */
  onFailure: (error: unknown) => void = () => undefined;

  /**
   * @param config the pool's configuration of a connection
   * @param isPooled true: a pooler gives a connection another session for each transaction
   */
  constructor(
    private readonly config: PoolConfig,
    private readonly isPooled = false,
  ) {}

  get count(): number {
    return this.connections.size;
  }

  /** the statements that wait for an answer */
  get inFlight(): number {
    let sum = 0;
    for (const { load } of this.connections) sum += load;
    return sum;
  }

  /** the statements that were refused here, and ran again on the pool */
  get refused(): number {
    return this.refusals;
  }

  noteRefused(): void {
    this.refusals += 1;
  }

  /** Runs a statement, if a connection has room for it. Null: none has. */
  run<Row extends QueryResultRow>(query: QueryConfig, ms: number, now: number): Promise<Row[]> | null {
    const connection = this.current?.hasRoom(now) ? this.current : this.choose(now);
    return connection?.run<Row>(query, ms, now) ?? null;
  }

  /** Replaces every connection. Statements in flight are still answered by the old ones. */
  renew(): void {
    for (const connection of this.connections) connection.retire();
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await Promise.all([...this.connections].map((connection) => connection.end()));
  }

  /** Chooses the connection with the fewest statements in flight, for the rest of this turn. Opens one more if there are too few. */
  private choose(now: number): PipelinedConnection | null {
    if (this.connections.size < CONNECTIONS && now >= this.mayOpenAt && !this.hasEnded) this.open();
    let chosen: PipelinedConnection | null = null;
    for (const connection of this.connections) {
      if (connection.hasRoom(now) && (!chosen || connection.load < chosen.load)) chosen = connection;
    }
    if (chosen && !this.current) {
      setImmediate(() => {
        this.current = null;
      });
    }
    this.current = chosen;
    return chosen;
  }

  private open(): void {
    // A pooler refuses a limit for the session. The name stays the pool's there, because the pooler would have to change it in the
    // session whenever the session goes from the one kind of connections to the other.
    const config = this.isPooled ? this.config : { ...this.config, statement_timeout: SHORT_MS, application_name: NAME };
    const opened = new PipelinedConnection(config, this.isPooled ? SHORT_MS : null, (error) => {
      this.connections.delete(opened);
      if (error === undefined) return;
      this.mayOpenAt = performance.now() + REOPEN_MS;
      this.onFailure(error);
    });
    this.connections.add(opened);
  }
}
