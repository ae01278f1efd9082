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
  callback: (error: Error | null, result?: QueryResult) => void,
) => pg.Query & {
  prepare(connection: Connection): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
};

/** Prepares on a new connection what `LimitedQuery` needs there. */
export async function prepareLimit(client: ClientBase): Promise<void> {
  await client.query({ ...LIMIT, values: ['0'] });
}

/**
 * A statement that carries its time limit. Behind a pooler each transaction may get another session of the database, so nothing
 * can be set in a session beforehand. The limit and the statement are sent together, and both are one transaction, because only one
 * `sync` follows them. The columns are asked for in every run: another session may have prepared the statement at another time.
 */
export class LimitedQuery extends Usual {
  private isLimited = false;

  constructor(
    { name, text, values = [] }: QueryConfig,
    private readonly limitMs: number,
    settled: (error: Error | null, result?: QueryResult) => void,
  ) {
    // A value that cannot be written is refused here, before anything is sent.
    const written = values.map((value: unknown) => prepareValue(value));
    // In pg's other mode a statement without a name and parameters is sent alone, and the limit would not be sent.
    super({ name, text, values: written, queryMode: 'extended' }, settled);
  }

  override prepare(connection: Connection): void {
    connection.bind({ statement: LIMIT.name, values: [String(this.limitMs)] }, true);
    connection.execute(null, true);
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

/** Runs a statement that the server ends after `limitMs`, and waits for its answer for `answerMs`. */
export async function runLimited<Row extends QueryResultRow>(
  client: ClientBase,
  query: QueryConfig,
  limitMs: number,
  answerMs: number,
): Promise<QueryResult<Row>> {
  try {
    return await new Promise((resolve, reject) => {
      const sent = new LimitedQuery(query, limitMs, (error, result) => {
        if (error) reject(error);
        else resolve(result as QueryResult<Row>); // safe: the select list of the statement names the properties of `Row`
      });
      client.query(Object.assign(sent, { query_timeout: answerMs }));
    });
  } catch (error) {
    // The stack of pg's error ends in pg's parser. This stack shows who sent the statement.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
