import type { Caller } from '../../application/operation/caller.js';
import type { Log } from '../../application/ports/log.js';
import type { ErrorCode } from '../../domain/shared/errors.js';

export const REQUEST_LOGS = ['writes', 'all', 'errors'] as const;
export type RequestLog = (typeof REQUEST_LOGS)[number];

/** One answered request, as the log and the metrics see it: ids and outcomes, never bodies, queries or contact data. */
export interface Exchange {
  readonly requestId: string;
  readonly method: string;
  /** the operation's name; `mcp`, or `none` where no operation was reached */
  readonly operation: string;
  /** whether the operation writes: a tool or a capability that reads is a POST, too */
  readonly changes: boolean;
  readonly path: string;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly caller: Caller | null;
  /** milliseconds */
  readonly took: number;
}

export type Observer = (exchange: Exchange) => void;

/** `writes`: a line for every change and every refusal (reads are in the metrics). A tool refuses with a code and status 200. */
export function logExchanges(log: Log, which: RequestLog): Observer {
  return (exchange) => {
    const { status, code } = exchange;
    const wanted = which === 'all' || status >= 400 || code !== null || (which === 'writes' && exchange.changes);
    if (!wanted || (which === 'errors' && status < 500)) return;
    const { caller, took, changes: _, ...line } = exchange;
    const detail = { ...line, shop: caller?.shop.id ?? null, key: caller?.key.id ?? null, ms: Math.round(took * 10) / 10 };
    if (status >= 500 && status !== 501) log.error('request failed', detail);
    else log.info('request', detail);
  };
}
