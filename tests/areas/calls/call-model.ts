import type { Call } from '../../../domain/calls/call.js';

/** The filters of the list of calls, as a query has them; the instants are complete texts in UTC. */
export interface CallQuery {
  readonly direction?: string;
  readonly status?: string;
  readonly customer_id?: string;
  readonly since?: string;
  readonly until?: string;
}

/**
 * The calls that match the query, in the order of the specification. Plain code finds them, so that the test can compare the
 * answer of the database.
 */
export function listedCalls(calls: readonly Call[], query: CallQuery): Call[] {
  return calls.filter((call) => matches(call, query)).sort(newestFirst);
}

function matches({ direction, status, customerId, startedAt }: Call, query: CallQuery): boolean {
  return (
    (query.direction ?? direction) === direction &&
    (query.status ?? status) === status &&
    (query.customer_id ?? customerId) === customerId &&
    (query.since === undefined || startedAt >= query.since) &&
    (query.until === undefined || startedAt < query.until)
  );
}

function newestFirst(one: Call, other: Call): number {
  const [first, second] = [one, other].map(({ startedAt, id }) => `${startedAt} ${id}`) as [string, string];
  return first < second ? 1 : -1;
}
