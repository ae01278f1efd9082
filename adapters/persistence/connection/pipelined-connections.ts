import type { PoolConfig, QueryConfig, QueryResultRow } from 'pg';
import { PipelinedConnection, type StatementKind } from './pipelined-connection.js';

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

/**
 * A few connections for short statements, beside the pool. They are opened when the first short statement comes. A read is never
 * sent behind a write, because each write waits for the disk. So writes leave one connection to the reads.
 */
export class PipelinedConnections {
  private readonly connections = new Set<PipelinedConnection>();
  /** the connections that get the reads and the writes of this turn of the event loop */
  private readonly current = new Map<StatementKind, PipelinedConnection>();
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
  run<Row extends QueryResultRow>(kind: StatementKind, query: QueryConfig, ms: number, now: number): Promise<Row[]> | null {
    const current = this.current.get(kind);
    const connection = current && this.mayTake(current, kind, now) ? current : this.choose(kind, now);
    return connection?.run<Row>(kind, query, ms, now) ?? null;
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
  private choose(kind: StatementKind, now: number): PipelinedConnection | null {
    if (this.connections.size < CONNECTIONS && now >= this.mayOpenAt && !this.hasEnded) this.open();
    let chosen: PipelinedConnection | null = null;
    for (const connection of this.connections) {
      if (this.mayTake(connection, kind, now) && (!chosen || connection.load < chosen.load)) chosen = connection;
    }
    if (chosen) this.keep(kind, chosen);
    return chosen;
  }

  private mayTake(connection: PipelinedConnection, kind: StatementKind, now: number): boolean {
    if (!connection.hasRoom(now)) return false;
    if (kind === 'read') return !connection.isWriting;
    return connection.isWriting || this.countWriting() < CONNECTIONS - 1;
  }

  private countWriting(): number {
    let count = 0;
    for (const { isWriting } of this.connections) if (isWriting) count += 1;
    return count;
  }

  private keep(kind: StatementKind, chosen: PipelinedConnection): void {
    if (this.current.size === 0) {
      setImmediate(() => {
        this.current.clear();
      });
    }
    this.current.set(kind, chosen);
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
