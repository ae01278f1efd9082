import { ReplayedRefusal } from '../../application/kernel/operation/kept-answers.js';
import {
  Duplicate,
  isFault,
  RateLimited,
  ShopError,
  StillRunning,
  Unauthorized,
  TookTooLong,
  Unavailable,
  type ErrorCode,
} from '../../domain/shared/errors.js';
import { Overloaded } from '../load/load.js';
import { systemCodeOf } from '../system-errors.js';
import { setHeaders, type Headers } from './answer.js';
import { MethodNotAllowed, RangeNotSatisfiable } from './gates.js';
import type { Response } from './locals.js';

/** The HTTP status of each error code. The type requires a status for every code. */
export const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  plan_lapsed: 402,
  org_suspended: 403,
  insufficient_scope: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  range_not_satisfiable: 416,
  validation_error: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
};

export interface HttpRefusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** the error envelope */
  readonly body: string;
}

/**
 * Returns the refusal that a client gets for an error. An error that is not a documented refusal is a fault. Its message goes to
 * the log, not to the client.
 */
export function refusalOf(error: unknown): HttpRefusal {
  const code = error instanceof ShopError ? error.code : 'internal_error';
  const message = error instanceof ShopError ? error.message : 'the server failed; nothing changed';
  return { status: STATUS_OF[code], code, message, body: JSON.stringify({ error: { code, message } }) };
}

/** The codes after which the same call may succeed. */
const PASSING: readonly ErrorCode[] = ['request_timeout', 'rate_limited', 'unavailable'];

/** The header of a refusal that the same call would get again. It also tells the specification's 500s for a client's mistake from faults. */
export function finality(error: unknown): Headers {
  const isFinal = error instanceof ShopError && !PASSING.includes(error.code) && !(error instanceof StillRunning);
  return isFinal ? { 'should-retry': 'false' } : {};
}

/**
 * Returns the header that leads to the words about an error code.
 * @param publicUrl the public address of the service; null: it is not known, so nothing leads there
 */
export function helpWith(code: ErrorCode, publicUrl: string | null): Headers {
  return publicUrl === null ? {} : { link: `<${publicUrl}/docs/errors#${code}>; rel="help"` };
}

/** The addresses that the headers of a refusal need. */
export interface RefusalAddresses {
  /** the path of the API: `/api/v1` */
  readonly base: string;
  /** null: it is not known */
  readonly publicUrl: string | null;
}

/** Sets the headers of a refusal. */
export function setRefusalHeaders(response: Response, error: unknown, { base, publicUrl }: RefusalAddresses): void {
  setHeaders(response, { ...finality(error), ...helpWith(refusalOf(error).code, publicUrl) });
  if (error instanceof Unauthorized)
    response.setHeader('www-authenticate', error.hasKey ? 'Bearer error="invalid_token"' : 'Bearer');
  if (error instanceof RateLimited || error instanceof Unavailable || error instanceof Overloaded)
    response.setHeader('retry-after', String(error.retryAfterSeconds));
  if (error instanceof MethodNotAllowed) response.setHeader('allow', error.allow);
  if (error instanceof RangeNotSatisfiable) response.setHeader('content-range', `bytes */${error.bytes}`);
  if (error instanceof Duplicate) response.setHeader('location', `${base}${error.path}`);
  if (error instanceof ReplayedRefusal) response.setHeader('idempotent-replayed', 'true');
}

/** The causes of refusals for which the client is not to blame, and of limits. The metrics count by them. */
export type RefusalCause = 'overload' | 'deadline' | 'database' | 'limit';

function causeOf(error: unknown): RefusalCause | null {
  if (error instanceof Overloaded) return 'overload';
  if (error instanceof RateLimited) return 'limit';
  if (error instanceof TookTooLong) return 'deadline';
  return error instanceof Unavailable ? 'database' : null;
}

/** The facts about a refusal that the log and the metrics get. */
export interface NotedRefusal {
  readonly code: ErrorCode;
  /** true: the operator should look into the request */
  readonly failed: boolean;
  /** null: another refusal */
  readonly cause: RefusalCause | null;
  /** why an `unavailable` refusal came: the message of the error behind it, or else its cause; null: another refusal */
  readonly reason: string | null;
  /** true: the client was refused for the same reason before, and that refusal was logged */
  readonly repeated: boolean;
}

export function noted(error: unknown): NotedRefusal {
  const cause = causeOf(error);
  return {
    code: error instanceof ShopError ? error.code : 'internal_error',
    failed: isFault(error) || error instanceof Overloaded,
    cause,
    reason: reasonOf(error) ?? (cause === 'limit' ? null : cause),
    repeated: error instanceof RateLimited && error.repeated,
  };
}

/**
 * Returns the cause of an `Unavailable` error for the log. It has only one line, because many requests are refused while the
 * database cannot be reached. Null: the error is of another class, or has no cause.
 */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof Unavailable) || !(error.cause instanceof Error)) return null;
  const { cause } = error;
  // A connection to a host with several addresses fails with one error for each address, and has no message of its own.
  return (cause.message || systemCodeOf(cause) || cause.name).replace(/\s+/g, ' ');
}
