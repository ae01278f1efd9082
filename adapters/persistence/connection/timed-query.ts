import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { NotBegun } from './database-errors.js';

/** PostgreSQL itself ends a statement of a request then. So whoever is told 503 knows that the statement is over. */
const STATEMENT_MS = 3500;
/** A connection that says nothing that much longer died without a word. */
const WORD_MS = 500;
const ANSWER_MS = STATEMENT_MS + WORD_MS;
/** All that one call may take here: its turn, a connection and its statements. No refusal takes longer than 5 s, its way to the client included. */
const CALL_MS = 4500;
/** With less time left nothing is begun. */
const LEAST_MS = WORD_MS + 100;
/** How long a call waits for a connection: later than that nothing would be begun on it. */
export const CONNECT_MS = CALL_MS - LEAST_MS;
/** A process that stands still inside a transaction gives up what it has locked. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** What the server of a connection keeps to, unless a statement is told otherwise. */
export const SERVER_LIMITS = `-c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`;
/** For work that takes as long as it takes: an import, an export, a migration. `local`: until the transaction ends. */
export const noServerLimits = (local: '' | 'local'): string =>
  `set ${local} statement_timeout = 0; set ${local} idle_in_transaction_session_timeout = 0`;

/** By when something must be over, as `performance.now()` counts. */
export type Deadline = number;
/** For work that may take as long as it takes. */
export const NO_DEADLINE: Deadline = Infinity;

export function deadline(): Deadline {
  return performance.now() + CALL_MS;
}

/** Nothing could be carried out in what is left. */
export function isLate(by: Deadline): boolean {
  return by - performance.now() < LEAST_MS;
}

export function requireTime(by: Deadline): void {
  if (isLate(by)) throw new NotBegun();
}

/** A connection on which this fails for want of an answer must not be used again. */
export function timedQuery<Row extends QueryResultRow>(client: ClientBase, query: QueryConfig, by: Deadline): Promise<QueryResult<Row>> {
  if (by === NO_DEADLINE) return client.query<Row>(query);
  return queryWithin<Row>(client, query, Math.max(1, Math.min(ANSWER_MS, by - performance.now())));
}

/**
 * Ended on the server in time, whatever is left of it.
 * @param scope `local` inside a transaction, with which a shorter limit ends; else see `resetLimit`
 */
export function limitedQuery<Row extends QueryResultRow>(
  client: ClientBase,
  query: QueryConfig,
  by: Deadline,
  scope: '' | 'local',
): Promise<QueryResult<Row>> {
  if (by === NO_DEADLINE) return client.query<Row>(query);
  return by - performance.now() >= ANSWER_MS ? queryWithin<Row>(client, query, ANSWER_MS) : hurriedQuery<Row>(client, query, by, scope);
}

/** Rarely: the call has waited for a while, so that the server must be told of a shorter limit. */
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

/** Connections whose server keeps to a shorter limit than others. */
const withShortLimit = new WeakSet<ClientBase>();

export function hasShortLimit(client: ClientBase): boolean {
  return withShortLimit.has(client);
}

/** Before somebody else has the connection. */
export async function resetLimit(client: ClientBase): Promise<void> {
  withShortLimit.delete(client);
  await timedQuery(client, { text: 'reset statement_timeout' }, performance.now() + WORD_MS);
}

function queryWithin<Row extends QueryResultRow>(client: ClientBase, { name, text, values }: QueryConfig, ms: number): Promise<QueryResult<Row>> {
  // pg takes the time-out with every query; its types know it for the connection only.
  return client.query<Row>({ name, text, values, query_timeout: ms } as QueryConfig);
}
