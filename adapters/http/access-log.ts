import type { Caller } from '../../application/kernel/operation/operation.js';
import type { Log } from '../../application/kernel/ports/ports.js';
import type { ErrorCode } from '../../domain/shared/errors.js';
import { describeSpan } from '../trace-context.js';
import type { RefusalCause } from './refusal.js';

export const REQUEST_LOGS = ['writes', 'all', 'errors'] as const;
export type RequestLog = (typeof REQUEST_LOGS)[number];

/**
 * The facts about one answered request that the log and the metrics get: ids and outcomes, never bodies, queries or contact data.
 */
export interface Exchange {
  readonly requestId: string;
  /** null: no valid HTTP request was read */
  readonly method: string | null;
  /**
   * the name of the operation, or of a route without one such as `healthz`. `mcp`: a request to the tool endpoint that reached no
   * tool. `none`: no route has this path and method, or no request was read.
   */
  readonly operation: string;
  /** true: the operation writes. The method does not show this, since a call of a tool or a capability is always a POST. */
  readonly changes: boolean;
  /**
   * Returns the route's path, with the valid ids from the request. Null: no route has the path, or no request was read. The path
   * that the client sent is not logged, because it may contain anything. Only a line of the log needs the path, and most requests
   * have no line.
   */
  readonly path: () => string | null;
  /** the route's path, with parameters as `:id`; null: no route has the path, or no request was read */
  readonly route: string | null;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly caller: Caller | null;
  /** milliseconds */
  readonly took: number;
  /**
   * true: the operator should look into the request. Status 500 alone does not show this, because some documented refusals have
   * it, too.
   */
  readonly failed: boolean;
  /** the cause of a refusal, for the metrics; null: the request has another outcome */
  readonly cause: RefusalCause | null;
  /** why an `unavailable` refusal came, in one line; null: the request has another outcome */
  readonly reason: string | null;
  /** true: the client was refused for the same reason before, and that refusal was logged */
  readonly repeated: boolean;
}

export type Observer = (exchange: Exchange) => void;

/**
 * Returns an observer that writes one log line for each wanted request. With `writes`, these are every change and every refusal;
 * other reads are only counted by the metrics. Repeated refusals are never logged. A refused tool call has a code but status 200,
 * so the code is checked as well as the status.
 */
export function logExchanges(log: Log, which: RequestLog): Observer {
  return (exchange) => {
    const { status, code, failed, caller, reason } = exchange;
    if (exchange.repeated) return;
    const wanted = which === 'all' || status >= 400 || code !== null || (which === 'writes' && exchange.changes);
    if (!wanted || (which === 'errors' && !failed)) return;
    const detail = {
      requestId: exchange.requestId,
      method: exchange.method,
      operation: exchange.operation,
      path: exchange.path(),
      status,
      code,
      ...(reason !== null && { reason }),
      shop: caller?.shop.id ?? null,
      key: caller?.key.id ?? null,
      ms: Math.round(exchange.took * 10) / 10,
    };
    if (failed) log.error('request failed', detail);
    else log.info('request', detail);
  };
}

/** Gives the span of the request, if there is one, the ids that the log has. */
export const describeRequest: Observer = ({ requestId, operation, code, caller }) => {
  describeSpan({
    'shop_operations.operation': operation,
    'shop_operations.request': requestId,
    ...(caller && { 'shop_operations.shop': caller.shop.id, 'shop_operations.key': caller.key.id }),
    ...(code !== null && { 'error.type': code }),
  });
};
