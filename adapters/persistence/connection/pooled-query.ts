import pg, { type ClientBase, type Connection, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { PLAN_MODE } from './citus.js';

/**
 * Sets the session's settings for the transaction that runs it, and for no longer. As a function it may run in the transaction of
 * the statement that follows; `set local` would warn there.
 */
const LIMIT = {
  name: 'connection.limit',
  text: `select /* connection.limit */ set_config('statement_timeout', $1, true),
    set_config('plan_cache_mode', ${PLAN_MODE}, true)`,
};

/** pg's own query, with the methods that its client calls. The cast adds these, which pg's types leave out. */
const Usual = pg.Query as unknown as new (
  config: object,
  callback: (error: Error | null, result: QueryResult) => void,
) => pg.Query & {
  name: string | undefined;
  prepare(connection: Connection): void;
  hasBeenParsed(connection: Connection): boolean;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
};

const behindPooler = new WeakSet<ClientBase>();

/** Prepares a new connection to a pooler for `PooledQuery`. */
export async function preparePooled(client: ClientBase): Promise<void> {
  await client.query({ ...LIMIT, values: ['0'] });
  behindPooler.add(client);
}

/** True for a connection that gets another session of the database for each transaction. */
export function isBehindPooler(client: ClientBase): boolean {
  return behindPooler.has(client);
}

/**
 * A statement for a connection behind a pooler. It can carry its time limit, because nothing can be set in a session beforehand: the
 * limit and the statement are sent together, and both are one transaction, because only one `sync` follows them. The columns are
 * asked for in every run: another session may have prepared the statement at another time.
 */
export class PooledQuery<Row extends QueryResultRow> extends Usual {
  private isLimited: boolean;

  /** @param limitMs null: the transaction of the statement has a limit */
  constructor(
    { name, text, values = [] }: QueryConfig,
    private readonly limitMs: number | null,
    settled: (error: Error | null, result: QueryResult<Row>) => void,
  ) {
    // A value that cannot be written is refused here, before anything is sent.
    const written = values.map((value: unknown) => prepareValue(value));
    // In pg's other mode a statement without a name and parameters is sent alone, and the limit would not be sent.
    super({ name, text, values: written, queryMode: 'extended' }, settled);
    this.isLimited = limitMs === null;
  }

  override prepare(connection: Connection): void {
    // PgBouncer keeps the name of a statement whose preparation has failed, and closes a connection that uses the name again.
    if (this.name !== undefined && !this.hasBeenParsed(connection)) connection.close({ type: 'S', name: this.name }, true);
    if (this.limitMs !== null) {
      connection.bind({ statement: LIMIT.name, values: [String(this.limitMs)] }, true);
      connection.execute(null, true);
    }
    super.prepare(connection);
  }

  override handleDataRow(message: object): void {
    if (this.isLimited) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.isLimited) super.handleCommandComplete(message, connection);
    this.isLimited = true;
  }
}
