/** Every error code of the API. Codes are stable; messages are for people. */
export const ERROR_CODES = [
  'invalid_request',
  'unauthorized',
  'plan_lapsed',
  'org_suspended',
  'insufficient_scope',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'conflict',
  'precondition_failed',
  'payload_too_large',
  'range_not_satisfiable',
  'validation_error',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'not_implemented',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * An error whose code and message the caller gets. The caller gets `internal_error` for every other error, without its message.
 */
export abstract class ShopError extends Error {
  abstract readonly code: ErrorCode;
}

export class InvalidRequest extends ShopError {
  readonly code = 'invalid_request';
}

export class Unauthorized extends ShopError {
  readonly code = 'unauthorized';
  /** @param hasKey true: the request had a key, even if that key is not live */
  constructor(
    message: string,
    readonly hasKey = true,
  ) {
    super(message);
  }
}

export class PlanLapsed extends ShopError {
  readonly code = 'plan_lapsed';
  constructor() {
    super('the account behind this key has no active subscription; retrying does not help');
  }
}

export class OrgSuspended extends ShopError {
  readonly code = 'org_suspended';
  constructor() {
    super('the account behind this key is suspended; retrying does not help');
  }
}

export class InsufficientScope extends ShopError {
  readonly code = 'insufficient_scope';
  constructor() {
    super('this operation writes and needs a key with scope full; this key has scope read');
  }
}

export class Forbidden extends ShopError {
  readonly code = 'forbidden';
}

export class NotFound extends ShopError {
  readonly code = 'not_found';
  /**
   * @param what the kind of record in words: `lead`
   * @param why the reason, if the call names several records, or if a record exists and does not count
   */
  constructor(
    readonly what: string,
    readonly why?: string,
  ) {
    super(why === undefined ? `${what} not found` : `${what} not found: ${why}`);
  }
}

/** Thrown when the operation's feature is switched off for the shop. The code is `not_found`, and the message says why. */
export class SwitchedOff extends ShopError {
  readonly code = 'not_found';
  constructor(feature: string) {
    super(`${feature} is switched off for this shop`);
  }
}

export class Conflict extends ShopError {
  readonly code = 'conflict';
}

/** Another call is in the way until it ends, so the same call may succeed later. */
export class StillRunning extends Conflict {}

/**
 * Thrown when another record of the shop already holds a value that must be unique. `path` is the API path that shows the other
 * record.
 */
export class Duplicate extends Conflict {
  constructor(
    what: string,
    readonly existingId: string,
    readonly path: string,
  ) {
    super(heldBy(what, existingId));
  }
}

/** The sentence about a unique value that another record of the shop holds. */
export function heldBy(what: string, existingId: string): string {
  return `${what} (existing id: ${existingId})`;
}

/** A fault in one field. `problem` is the text after the field's name in a message: `name: name is required`. */
export interface Fault {
  readonly field: string;
  readonly problem: string;
}

/**
 * Faults in the fields of a call. The message names the first one, as in the specification's example `name: name is required`.
 */
export class ValidationError extends ShopError {
  readonly code = 'validation_error';
  readonly faults: readonly [Fault, ...Fault[]];
  constructor(
    readonly field: string,
    problem: string,
    others: readonly Fault[] = [],
  ) {
    super(`${field}: ${problem}`);
    this.faults = [{ field, problem }, ...others];
  }
}

/** Refuses a call if it has faults. @throws ValidationError with all of them */
export function refuse([first, ...others]: readonly Fault[]): void {
  if (first) throw new ValidationError(first.field, first.problem, others);
}

/** Thrown when a limit is used up. The message says when to retry, because clients of tools do not show the headers. */
export class RateLimited extends ShopError {
  readonly code = 'rate_limited';
  constructor(
    problem: string,
    readonly retryAfterSeconds: number,
    /** true when the caller was already refused in this window; a repeated refusal is not logged */
    readonly repeated = false,
  ) {
    super(`${problem}; retry in ${retryAfterSeconds} s`);
  }
}

/** A refusal that the specification answers with 500 `internal_error`. It is no fault of the server, and nothing changed. */
export class RefusedChange extends ShopError {
  readonly code = 'internal_error';
  /** @param fault the field that is refused. An operation for which the specification demands no 500 answers with it, and 422. */
  constructor(
    message: string,
    readonly fault: Fault | null = null,
  ) {
    super(message);
  }
}

export class NotImplemented extends ShopError {
  readonly code = 'not_implemented';
}

export const NOTHING_CHANGED = 'nothing changed, try again shortly';
/** The outcome of a change that the database received and may have carried out. */
export const OUTCOME_UNKNOWN =
  'it is unknown whether the change was stored: check before you repeat it, or repeat it with its idempotency key';

/** Thrown when the database or the storage of files cannot be reached or used, or is too slow. Nothing changed, unless `outcome` says otherwise. */
export class Unavailable extends ShopError {
  readonly code = 'unavailable';
  readonly retryAfterSeconds = 1;
  constructor(options?: ErrorOptions, outcome = NOTHING_CHANGED, reason = 'the service cannot reach its database') {
    super(`${reason}; ${outcome}`, options);
  }
}

/** Thrown when the time that a call has is over, whatever it waited for. */
export class TookTooLong extends Unavailable {}

/** Tells whether the operator must look into an error: any error that is not a `ShopError`, and every `Unavailable`. */
export function isFault(error: unknown): boolean {
  return !(error instanceof ShopError) || error instanceof Unavailable;
}
