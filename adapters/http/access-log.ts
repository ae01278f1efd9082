import type { Caller } from '../../application/operation/caller.js';
import type { Log } from '../../application/ports/log.js';
import type { ErrorCode } from '../../domain/shared/errors.js';

export const REQUEST_LOGS = ['writes', 'all', 'errors'] as const;
export type RequestLog = (typeof REQUEST_LOGS)[number];

/** One answered request, as the log and the metrics see it: ids and outcomes, never bodies, queries or contact data. */
export interface Exchange {
  readonly requestId: string;
  /** null: no valid HTTP request was read */
  readonly method: string | null;
  /** the operation's name; `mcp`, or `none` when no operation was reached */
  readonly operation: string;
  /** true: the operation writes. The method does not show it, since a tool or a capability that only reads is a POST, too. */
  readonly changes: boolean;
  /** the route's path, with the ids from the request. Null when no route matched, since such a path may contain anything. */
  readonly path: string | null;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly caller: Caller | null;
  /** milliseconds */
  readonly took: number;
  /**
   * true: the operator should look into it. This does not follow from a status of 500, which some documented client
   * mistakes have, too.
   */
  readonly failed: boolean;
  /** the cause of a failure that the request did not cause */
  readonly reason: string | null;
  /** true: the client was refused for the same reason before, and that refusal was logged */
  readonly repeated: boolean;
}

export type Observer = (exchange: Exchange) => void;

/**
 * With `writes`, every change and every refusal gets a line (the metrics cover reads). A tool refuses with a code and
 * status 200.
 */
export function logExchanges(log: Log, which: RequestLog): Observer {
  return (exchange) => {
    const { status, code } = exchange;
    if (exchange.repeated) return;
    const wanted = which === 'all' || status >= 400 || code !== null || (which === 'writes' && exchange.changes);
    if (!wanted || (which === 'errors' && !exchange.failed)) return;
    const { caller, took, changes: _, failed, reason, repeated: __, ...line } = exchange;
    const detail = {
      ...line,
      ...(reason !== null && { reason }),
      shop: caller?.shop.id ?? null,
      key: caller?.key.id ?? null,
      ms: Math.round(took * 10) / 10,
    };
    if (failed) log.error('request failed', detail);
    else log.info('request', detail);
  };
}
