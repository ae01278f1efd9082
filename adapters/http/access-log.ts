import type { Caller } from '../../application/operation/caller.js';
import type { Log } from '../../application/ports/log.js';
import type { ErrorCode } from '../../domain/shared/errors.js';

export const REQUEST_LOGS = ['writes', 'all', 'errors'] as const;
export type RequestLog = (typeof REQUEST_LOGS)[number];

/** One answered request, as the log and the metrics see it: ids and outcomes, never bodies, queries or contact data. */
export interface Exchange {
  readonly requestId: string;
  /** null: it never became a request */
  readonly method: string | null;
  /** the operation's name; `mcp`, or `none` where no operation was reached */
  readonly operation: string;
  /** whether the operation writes: a tool or a capability that reads is a POST, too */
  readonly changes: boolean;
  /** the route's, with the ids that it was asked for; null where there is none: what a client wrote there may be anything */
  readonly path: string | null;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly caller: Caller | null;
  /** milliseconds */
  readonly took: number;
  /** whether whoever runs the service has to look into it: some documented mistakes of clients are answered 500, too */
  readonly failed: boolean;
  /** what was in the way, if it was not the request */
  readonly reason: string | null;
  /** whether the client was refused the same before, and there was a line for it */
  readonly repeated: boolean;
}

export type Observer = (exchange: Exchange) => void;

/** `writes`: a line for every change and every refusal (reads are in the metrics). A tool refuses with a code and status 200. */
export function logExchanges(log: Log, which: RequestLog): Observer {
  return (exchange) => {
    const { status, code } = exchange;
    if (exchange.repeated) return;
    const wanted = which === 'all' || status >= 400 || code !== null || (which === 'writes' && exchange.changes);
    if (!wanted || (which === 'errors' && !exchange.failed)) return;
    const { caller, took, changes: _, failed, reason, repeated: __, ...line } = exchange;
    const detail = { ...line, ...(reason !== null && { reason }), shop: caller?.shop.id ?? null, key: caller?.key.id ?? null, ms: Math.round(took * 10) / 10 };
    if (failed) log.error('request failed', detail);
    else log.info('request', detail);
  };
}
