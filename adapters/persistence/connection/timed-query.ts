import pg, { type ClientBase, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { PLAN_MODE } from './citus.js';
import { NotBegun } from './database-errors.js';
import { isBehindPooler, PooledQuery } from './pooled-query.js';

/**
 * PostgreSQL itself ends a request's statement after this time, so that the statement does not go on after the client was
 * refused.
 */
const STATEMENT_MS = 3500;
/** A connection is dead when the answer is missing this long after STATEMENT_MS. */
const WORD_MS = 500;
export const ANSWER_MS = STATEMENT_MS + WORD_MS;
/**
 * The time limit of one read, write or unit of work. It includes the wait for a turn, the wait for a connection, and the
 * statements. It is below 5 s, because the client should be refused within 5 s.
 */
const CALL_MS = 4500;
/** No statement is begun when less time than this is left. */
const LEAST_MS = WORD_MS + 100;
/** The longest wait of a call for a connection. After that, too little time would be left to begin a statement. */
export const CONNECT_MS = CALL_MS - LEAST_MS;
/** The server ends a transaction that is idle for this long, and releases its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * A statement may wait for so long in a pooler until a session of the database is free. PgBouncer ends the wait after this time if
 * its `query_wait_timeout` is 1.
 */
const POOLER_MS = 1000;
/** The least time for a statement behind a pooler. */
const LEAST_LIMIT_MS = 100;

/** The limits with which a connection begins. SQL `set` can change them. */
export const SERVER_LIMITS = `-c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`;
/** The SQL that begins a transaction behind a pooler, where a session begins with no settings of the service. */
export const BEGIN = `begin; set local statement_timeout = ${STATEMENT_MS};
  set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}; 
  select set_config('plan_cache_mode', ${PLAN_MODE}, true)`;
/**
 * The SQL that removes the server's limits, for an import, an export or the demo data. With `local`, the limits return when the
 * transaction ends.
 */
export const noServerLimits = (local: '' | 'local'): string =>
  `set ${local} statement_timeout = 0; set ${local} idle_in_transaction_session_timeout = 0`;

/** The latest end of some work, in milliseconds as `performance.now()` counts. */
export type Deadline = number;
/** The deadline of work without a time limit. */
export const NO_DEADLINE: Deadline = Infinity;

export function deadline(): Deadline {
  return performance.now() + CALL_MS;
}

/** True when too little time is left to begin a statement. */
export function isLate(by: Deadline): boolean {
  return by - performance.now() < LEAST_MS;
}

export function requireTime(by: Deadline): void {
  if (isLate(by)) throw new NotBegun();
}

/**
 * Returns how long a query may wait for its answer, in milliseconds.
 * @throws NotBegun when too little time is left
 */
export function answerWithin(by: Deadline, now: number): number {
  const left = by - now;
  if (left < LEAST_MS) throw new NotBegun();
  return Math.min(ANSWER_MS, left);
}

/**
 * Returns the time limit of a statement behind a pooler, in milliseconds. The limit counts from the statement's begin, and before
 * that the statement may wait in the pooler.
 * @param answerMs how long the statement may wait for its answer
 * @throws NotBegun when too little time is left
 */
export function limitBehindPooler(answerMs: number): number {
  const limit = Math.floor(answerMs - WORD_MS - POOLER_MS);
  if (limit < LEAST_LIMIT_MS) throw new NotBegun();
  return limit;
}

/**
 * Runs a query, and waits for its answer until the deadline, but not longer than ANSWER_MS. With NO_DEADLINE it waits for ever.
 * When no answer came, the connection must not be used again.
 */
export function timedQuery<Row extends QueryResultRow>(
  client: ClientBase,
  query: QueryConfig,
  by: Deadline,
): Promise<QueryResult<Row>> {
  if (by === NO_DEADLINE) return client.query<Row>(query);
  return queryWithin<Row>(client, query, Math.max(1, Math.min(ANSWER_MS, by - performance.now())));
}

/**
 * Runs a query that the server itself ends before the deadline. When less than ANSWER_MS is left, the server gets a shorter limit
 * first.
 * @param scope `local` inside a transaction, whose end also ends the shorter limit; '' outside one, where `resetLimit` ends it
 * @throws NotBegun when too little time is left
 */
export function limitedQuery<Row extends QueryResultRow>(
  client: ClientBase,
  query: QueryConfig,
  by: Deadline,
  scope: '' | 'local',
): Promise<QueryResult<Row>> {
  if (by === NO_DEADLINE) return client.query<Row>(query);
  return by - performance.now() >= ANSWER_MS
    ? queryWithin<Row>(client, query, ANSWER_MS)
    : hurriedQuery<Row>(client, query, by, scope);
}

/** Sets a shorter limit on the server before the query, because the call has already used a part of its time. */
async function hurriedQuery<Row extends QueryResultRow>(
  client: ClientBase,
  query: QueryConfig,
  by: Deadline,
  scope: '' | 'local',
): Promise<QueryResult<Row>> {
  requireTime(by);
  if (scope === '') withShortLimit.add(client);
  await timedQuery(client, { text: `set ${scope} statement_timeout = ${Math.floor(by - performance.now() - WORD_MS)}` }, by);
  return timedQuery<Row>(client, query, by);
}

/** The connections whose sessions have a shorter limit until `resetLimit`. */
const withShortLimit = new WeakSet<ClientBase>();

export function hasShortLimit(client: ClientBase): boolean {
  return withShortLimit.has(client);
}

/** Restores the usual limit before another call uses the connection. */
export async function resetLimit(client: ClientBase): Promise<void> {
  withShortLimit.delete(client);
  await timedQuery(client, { text: 'reset statement_timeout' }, performance.now() + WORD_MS);
}

/**
 * Runs a query with a time limit for its answer. It hands pg a query object instead of a configuration, because pg clones every
 * configuration with its property descriptors. The clone takes longer than everything else that pg does to send a statement
 * (bench: lead by id).
 * @param limitMs behind a pooler, the server ends the query after this time; null: its transaction has a limit
 */
export async function queryWithin<Row extends QueryResultRow>(
  client: ClientBase,
  config: QueryConfig,
  ms: number,
  limitMs: number | null = null,
): Promise<QueryResult<Row>> {
  const { name, text, values } = config;
  const isPooled = limitMs !== null || (name !== undefined && isBehindPooler(client));
  try {
    return await new Promise((resolve, reject) => {
      const settled = (error: Error | null | undefined, result: QueryResult<Row>): void => {
        if (error) reject(error);
        else resolve(result);
      };
      const query = isPooled ? new PooledQuery(config, limitMs, settled) : new pg.Query<Row>(text, values, settled);
      client.query(Object.assign(query, { name, query_timeout: ms }));
    });
  } catch (error) {
    // The stack of pg's error ends in pg's parser. This stack shows who sent the statement.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
