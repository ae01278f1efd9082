import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** No statement of a request may take longer: else a connection that died without a word would be stuck for many minutes. */
const ANSWER_MS = 8000;

/** A connection on which this fails for want of an answer must not be used again. */
export function ask<Row extends QueryResultRow>(client: ClientBase, query: QueryConfig): Promise<QueryResult<Row>> {
  const { name, text, values } = query;
  // pg takes the time-out with every query; its types know it for the connection only.
  return client.query<Row>({ name, text, values, query_timeout: ANSWER_MS } as QueryConfig);
}
