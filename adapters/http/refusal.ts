import { ReplayedRefusal } from '../../application/operation/kept-answers.js';
import {
  Duplicate,
  isFault,
  RateLimited,
  ShopError,
  Unauthorized,
  Unavailable,
  type ErrorCode,
} from '../../domain/shared/errors.js';
import { systemCodeOf } from '../system-errors.js';
import type { Headers } from './answer.js';
import { MethodNotAllowed, Overloaded, RangeNotSatisfiable } from './http-errors.js';
import type { RequestContext } from './request-context.js';
import { STATUS_OF } from './status-of.js';

export interface Refusal {
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
export function refusalOf(error: unknown): Refusal {
  const code = error instanceof ShopError ? error.code : 'internal_error';
  const message = error instanceof ShopError ? error.message : 'the server failed; nothing changed';
  return { status: STATUS_OF[code], code, message, body: JSON.stringify({ error: { code, message } }) };
}

/** Sets the headers of a refusal. */
export function tellRefusal(headers: Headers, error: unknown, base: string): void {
  if (error instanceof Unauthorized) headers['www-authenticate'] = error.hasKey ? 'Bearer error="invalid_token"' : 'Bearer';
  if (error instanceof RateLimited || error instanceof Unavailable || error instanceof Overloaded)
    headers['retry-after'] = String(error.retryAfterSeconds);
  if (error instanceof MethodNotAllowed) headers['allow'] = error.allow;
  if (error instanceof RangeNotSatisfiable) headers['content-range'] = `bytes */${error.bytes}`;
  if (error instanceof Duplicate) headers['location'] = `${base}${error.path}`;
  if (error instanceof ReplayedRefusal) headers['idempotent-replayed'] = 'true';
}

/** Writes the facts about a refusal into the context, for the log. */
export function noteRefusal(context: RequestContext, error: unknown): void {
  context.code = error instanceof ShopError ? error.code : 'internal_error';
  context.failed = isFault(error) || error instanceof Overloaded;
  context.reason = reasonOf(error);
  context.repeated = error instanceof RateLimited && error.repeated;
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
